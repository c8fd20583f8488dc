// Counts what a test takes of memory and never gives back. A block that can still be reached, from a global variable or from
// a block that can be, is no leak: what a library keeps for later would be one.
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
}

namespace {

struct Block {
    uintptr_t address;  // 0: nothing was here, 1: something was
    size_t size;
    bool reached;
    bool is_old;  // from before the test: what it leads to is no leak
};

const size_t PLACES = 1 << 19;
const size_t MOST = PLACES / 4 * 3;
Block* blocks = nullptr;
size_t known = 0;
bool counts = true;
bool has_begun = false;
bool is_too_much = false;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

size_t place_of(uintptr_t address) { return (address >> 4) * 0x9E3779B97F4A7C15ull >> 45 & (PLACES - 1); }

Block* found(uintptr_t address) {
    for (size_t at = place_of(address);; at = (at + 1) & (PLACES - 1)) {
        if (blocks[at].address == address) return &blocks[at];
        if (!blocks[at].address) return nullptr;
    }
}

bool make_room() {
    if (blocks) return true;
    void* made = mmap(nullptr, PLACES * sizeof(Block), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made != MAP_FAILED) blocks = static_cast<Block*>(made);
    return blocks != nullptr;
}

void add(void* block, size_t size) {
    if (!counts || !block) return;
    pthread_mutex_lock(&mutex);
    if (!make_room() || known >= MOST) {
        is_too_much = true;
    } else {
        size_t at = place_of(reinterpret_cast<uintptr_t>(block));
        while (blocks[at].address > 1) at = (at + 1) & (PLACES - 1);
        if (!blocks[at].address) ++known;
        blocks[at].address = reinterpret_cast<uintptr_t>(block);
        blocks[at].size = size;
        blocks[at].reached = !has_begun;
        blocks[at].is_old = !has_begun;
    }
    pthread_mutex_unlock(&mutex);
}

void forget(void* block) {
    if (!counts || !block || !blocks) return;
    pthread_mutex_lock(&mutex);
    Block* own = found(reinterpret_cast<uintptr_t>(block));
    if (own) own->address = 1;
    pthread_mutex_unlock(&mutex);
}

// The program that loads libraries keeps what each thread needs where no global variable leads.
uintptr_t loader_begin = 0;
uintptr_t loader_end = 0;

int find_loader(struct dl_phdr_info* library, size_t, void*) {
    if (!library->dlpi_name || !strstr(library->dlpi_name, "/ld-")) return 0;
    for (int i = 0; i < library->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = library->dlpi_phdr[i];
        if (part.p_type == PT_LOAD && (part.p_flags & PF_X)) {
            loader_begin = library->dlpi_addr + part.p_vaddr;
            loader_end = loader_begin + part.p_memsz;
        }
    }
    return 0;
}

bool is_loader(const void* caller) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(caller);
    return address >= loader_begin && address < loader_end;
}

// Every word from `begin` to `end` may be the address of a block.
bool mark_from(uintptr_t begin, uintptr_t end) {
    bool any = false;
    for (uintptr_t at = (begin + 7) & ~static_cast<uintptr_t>(7); at + 8 <= end; at += 8) {
        uintptr_t word;
        memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
        if (word <= 1) continue;
        Block* block = found(word);
        if (block && !block->reached) any = block->reached = true;
    }
    return any;
}

int mark_globals(struct dl_phdr_info* library, size_t, void*) {
    for (int i = 0; i < library->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = library->dlpi_phdr[i];
        if (part.p_type == PT_LOAD && (part.p_flags & PF_W) && (part.p_flags & PF_R)) {
            uintptr_t begin = library->dlpi_addr + part.p_vaddr;
            mark_from(begin, begin + part.p_memsz);
        }
    }
    return 0;
}

}  // namespace

extern "C" void* malloc(size_t size) {
    void* block = __libc_malloc(size);
    if (!is_loader(__builtin_return_address(0))) add(block, size);
    return block;
}
extern "C" void* calloc(size_t count, size_t size) {
    void* block = __libc_calloc(count, size);
    if (!is_loader(__builtin_return_address(0))) add(block, count * size);
    return block;
}
extern "C" void* realloc(void* before, size_t size) {
    void* block = __libc_realloc(before, size);
    if (block || !size) forget(before);
    add(block, size);
    return block;
}
extern "C" void* memalign(size_t alignment, size_t size) {
    void* block = __libc_memalign(alignment, size);
    add(block, size);
    return block;
}
extern "C" void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
extern "C" int posix_memalign(void** block, size_t alignment, size_t size) {
    void* made = memalign(alignment, size);
    if (!made) return 12;
    *block = made;
    return 0;
}
extern "C" void free(void* block) {
    forget(block);
    __libc_free(block);
}

extern "C" void grader_allocations_begin() {
    if (has_begun) return;
    dl_iterate_phdr(find_loader, nullptr);
    has_begun = true;
}

extern "C" void grader_allocations_lost(unsigned long* count, unsigned long* bytes) {
    if (!has_begun || !blocks || is_too_much) return;
    counts = false;
    dl_iterate_phdr(mark_globals, nullptr);
    for (bool any = true; any;) {
        any = false;
        for (size_t at = 0; at < PLACES; ++at) {
            // Looked into once: `size` is kept apart below.
            if (blocks[at].address > 1 && blocks[at].reached && blocks[at].size) {
                uintptr_t begin = blocks[at].address;
                uintptr_t end = begin + blocks[at].size;
                blocks[at].size = 0;
                any = mark_from(begin, end) || any;
            }
        }
    }
    for (size_t at = 0; at < PLACES; ++at) {
        if (blocks[at].address > 1 && !blocks[at].reached && !blocks[at].is_old) {
            ++*count;
            *bytes += blocks[at].size;
        }
    }
}

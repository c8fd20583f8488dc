// Preloaded into cc1plus while it compiles a header. GCC writes a precompiled header before it instantiates the templates that
// the header's own functions ask for, and instantiates them again in every source. This instantiates them before it writes.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Two names of cc1plus, which exports them for plugins. It sets `at_eof` to 1 at the end of the source.
extern int at_eof __attribute__((weak));
void instantiate_pending_templates(int) __attribute__((weak));

#undef fwrite
#undef fwrite_unlocked

typedef size_t (*Writer)(const void*, size_t, size_t, FILE*);

// The header is the file that begins with these bytes. All that is written to it before the end of the source is its beginning.
static const char beginning[] = {'g', 'p', 'c', 'W'};

static void before_write(const void* bytes, size_t length, FILE* file)
{
    static FILE* header = 0;
    static bool is_drained = false;
    if (header == 0 && length >= sizeof beginning && memcmp(bytes, beginning, sizeof beginning) == 0) header = file;
    if (header != file || is_drained || &at_eof == 0 || instantiate_pending_templates == 0 || at_eof != 1) return;
    is_drained = true;
    instantiate_pending_templates(0);
    at_eof = 1;
    if (const char* marker = getenv("GRADER_DRAINED"))
        if (FILE* made = fopen(marker, "w")) fclose(made);
}

extern "C" size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file)
{
    static Writer write = 0;
    if (write == 0) write = (Writer)dlsym(RTLD_NEXT, "fwrite");
    before_write(bytes, size * count, file);
    return write(bytes, size, count, file);
}

extern "C" size_t fwrite_unlocked(const void* bytes, size_t size, size_t count, FILE* file)
{
    static Writer write = 0;
    if (write == 0) write = (Writer)dlsym(RTLD_NEXT, "fwrite_unlocked");
    before_write(bytes, size * count, file);
    return write(bytes, size, count, file);
}

// Leaves shared memory, a queue and semaphores in the first run, and looks for them in the second.
#include "attack.h"
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main() {
    const int key = 0x67726164, make = IPC_CREAT | 0666;
    int memory = shmget(key, 4096, make), queue = msgget(key, make), semaphores = semget(key, 1, make);
    must_fail("shmget", memory);
    must_fail("msgget", queue);
    must_fail("semget", semaphores);
    must_fail("mq_open", syscall(SYS_mq_open, MARKER, O_CREAT | O_RDWR, 0666, nullptr));
    must_fail("shm_open", open("/dev/shm/" MARKER, O_CREAT | O_RDWR, 0666));
    // Whoever finds them is in the second run, and leaves nothing for the machine to keep.
    if (shmget(key, 0, 0) >= 0 && ask("First") != 2) {
        shmctl(memory, IPC_RMID, nullptr);
        msgctl(queue, IPC_RMID, nullptr);
        semctl(semaphores, 0, IPC_RMID);
    }
    return honest();
}

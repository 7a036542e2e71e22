/*
 * What native code that a document has taken over might try. `hostile hold` keeps a secret in its memory and prints where;
 * `hostile attack` prints the name of every attempt that succeeded; `hostile outlive` waits.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static char secret[32] = "the secret of a document";

static void succeeded(const char *name) { printf("%s\n", name); fflush(stdout); }

static int trace(pid_t pid)
{
    if (ptrace(PTRACE_SEIZE, pid, 0, 0) != 0) return 0;
    ptrace(PTRACE_INTERRUPT, pid, 0, 0);
    waitpid(pid, NULL, __WALL);
    ptrace(PTRACE_DETACH, pid, 0, 0);
    return 1;
}

/* What it may do to the sibling, whose secret begins at the same address: both are the same program. */
static void reach_process(pid_t pid, unsigned long address)
{
    char bytes[sizeof secret] = { 0 };
    struct iovec here = { bytes, sizeof bytes }, there = { (void *)address, sizeof bytes };
    secret[0] = 'T';
    if (process_vm_readv(pid, &here, 1, &there, 1, 0) > 0 && bytes[0] == 't') succeeded("read the memory of a sibling");
    if (trace(pid)) succeeded("trace a sibling");
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", pid);
    int memory = open(path, O_RDONLY);
    if (memory >= 0 && pread(memory, bytes, sizeof bytes, (off_t)address) > 0 && bytes[0] == 't')
        succeeded("read the memory of a sibling as a file");
    int descriptor = syscall(SYS_pidfd_open, pid, 0);
    if (descriptor >= 0 && syscall(438 /* pidfd_getfd */, descriptor, 1, 0) >= 0) succeeded("take a file of a sibling");
    struct rlimit files = { 64, 64 };
    if (prlimit(pid, RLIMIT_NOFILE, &files, NULL) == 0) succeeded("limit a sibling");
}

/* Whoever gets it says so. */
static void signal_everyone(pid_t service, pid_t sibling)
{
    signal(SIGUSR2, SIG_IGN);
    kill(service, SIGUSR2);
    kill(sibling, SIGUSR2);
    syscall(SYS_tgkill, service, service, SIGUSR2);
    syscall(SYS_tkill, service, SIGUSR2);
    kill(0, SIGUSR2);
    int ends[2];
    if (pipe(ends) == 0) {
        fcntl(ends[0], F_SETOWN, service);
        fcntl(ends[0], F_SETSIG, SIGUSR2);
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        if (write(ends[1], "x", 1) != 1) return;
    }
}

static void connect_to(const char *name, const char *host, int port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };
    inet_pton(AF_INET, host, &address.sin_addr);
    int one = socket(AF_INET, SOCK_STREAM, 0);
    if (one >= 0 && connect(one, (struct sockaddr *)&address, sizeof address) == 0) succeeded(name);
}

static void connect_locally(const char *folder)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    snprintf(address.sun_path, sizeof address.sun_path, "%s/socket", folder);
    int one = socket(AF_UNIX, SOCK_STREAM, 0);
    if (one >= 0 && connect(one, (struct sockaddr *)&address, sizeof address) == 0) succeeded("connect to a local socket");
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) == 0) succeeded("make sockets for datagrams");
}

/* Parts of the kernel that no engine needs. */
static void reach_kernel(void)
{
    char parameters[256] = { 0 };
    int vsock = 40, io_uring_setup = 425, get_keyring = 0, session = -3, user_mode_only = 1;
    if (socket(AF_NETLINK, SOCK_RAW, 0) >= 0) succeeded("open a netlink socket");
    if (socket(vsock, SOCK_STREAM, 0) >= 0) succeeded("open a socket of virtual machines");
    if (syscall(io_uring_setup, 1, parameters) >= 0) succeeded("use io_uring");
    if (syscall(SYS_keyctl, get_keyring, session, 1) >= 0) succeeded("use keys of the kernel");
    if (syscall(SYS_userfaultfd, user_mode_only) >= 0) succeeded("handle page faults");
}

static void reach_files(const char *folder, pid_t service)
{
    char path[512], bytes[8];
    snprintf(path, sizeof path, "%s/secret", folder);
    int file = open(path, O_RDONLY);
    if (file >= 0 && read(file, bytes, sizeof bytes) > 0) succeeded("read the data directory");
    if (chmod(path, 0644) == 0) succeeded("change a mode in the data directory");
    if (truncate(path, 1) == 0) succeeded("truncate a file of the data directory");
    snprintf(path, sizeof path, "%s/made", folder);
    if (open(path, O_CREAT | O_WRONLY, 0600) >= 0) succeeded("write to the data directory");
    snprintf(path, sizeof path, "/proc/%d/environ", service);
    file = open(path, O_RDONLY);
    if (file >= 0 && read(file, bytes, sizeof bytes) > 0) succeeded("read the environment of the service");
}

static void touch(const char *name, char *memory, size_t bytes)
{
    if (memory == MAP_FAILED || memory == NULL || memory == (char *)-1) return;
    for (size_t at = 0; at < bytes; at += 4096) memory[at] = 1;
    succeeded(name);
    munmap(memory, bytes);
}

static void take_memory(size_t bytes)
{
    touch("take private memory", mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), bytes);
    touch("take shared memory", mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), bytes);
    int id = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
    if (id >= 0) {
        char *segment = shmat(id, NULL, 0);
        shmctl(id, IPC_RMID, NULL);
        touch("take a shared segment", segment, bytes);
    }
    signal(SIGXFSZ, SIG_IGN);
    int file = syscall(SYS_memfd_create, "hostile", 0);
    if (file >= 0 && ftruncate(file, (off_t)bytes) == 0)
        touch("take memory as a file", mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), bytes);
}

static void outlive(const char *self, const char *token)
{
    prctl(PR_SET_PDEATHSIG, 0);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    pid_t child = fork();
    if (child != 0) {
        // Closed at the other end once the program has been replaced.
        char nothing;
        close(ends[1]);
        if (child > 0 && read(ends[0], &nothing, 1) != 0) abort();
        close(ends[0]);
        return;
    }
    setsid();
    prctl(PR_SET_PDEATHSIG, 0);
    for (int each = 0; each < 256; each++)
        if (each != ends[1]) close(each);
    execl(self, self, "outlive", token, NULL);
    _exit(1);
}

static void fork_often(int times, int most)
{
    int count = 0;
    pid_t self = getpid();
    for (; count < times; count++) {
        pid_t pid = fork();
        if (pid < 0) break;
        if (pid == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() == self) pause();
            _exit(0);
        }
    }
    if (count > 0) succeeded("start a process");
    if (count > most) succeeded("start too many processes");
}

int main(int count, char **words)
{
    if (count > 1 && strcmp(words[1], "hold") == 0) {
        printf("%lu\n", (unsigned long)secret);
        fflush(stdout);
        for (;;) pause();
    }
    if (count != 11 || strcmp(words[1], "attack") != 0) for (;;) pause();
    pid_t service = atoi(words[2]), sibling = atoi(words[3]);
    unsigned long address = strtoul(words[4], NULL, 10);
    int port = atoi(words[5]);
    int other_port = atoi(words[6]);
    const char *folder = words[7], *token = words[8];

    if (sibling != getpid()) reach_process(sibling, address);
    if (trace(getppid())) succeeded("trace its parent");
    signal_everyone(service, sibling);
    connect_to("reach the port of the service", "127.0.0.1", port);
    connect_to("reach the metadata service", "127.169.254.169", other_port);
    connect_locally(folder);
    reach_files(folder, service);
    reach_kernel();
    take_memory(strtoul(words[9], NULL, 10));
    outlive(words[0], token);
    fork_often(atoi(words[10]), 512);
    succeeded("done");
    for (;;) pause();
}

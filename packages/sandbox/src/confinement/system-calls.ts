/** The numbers of a system call on x64 and on arm64; null where there is no such call. */
type Numbers = readonly [x64: number, arm64: number | null]

/**
 * The system calls that no engine needs. Node and the libraries do without them. A call that is not listed is allowed,
 * except for the new ones: see {@link newCalls}.
 */
export const refusedCalls = {
  // Other namespaces, and processes instead of threads. (`clone` is below.)
  fork: [57, null],
  vfork: [58, null],
  unshare: [272, 97],
  setns: [308, 268],

  // The memory, the signals and the scheduling of other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  tkill: [200, 130],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  setpriority: [141, 140],
  ioprio_set: [251, 30],
  sched_setaffinity: [203, 122],
  sched_setattr: [314, 274],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  migrate_pages: [256, 238],
  move_pages: [279, 239],

  // The network, and sockets of any kind. (Pairs of them are below.)
  socket: [41, 198],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  connect: [42, 203],

  // Memory that RLIMIT_DATA does not count. (Shared memory without a file is below.)
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  memfd_create: [319, 279],
  remap_file_pages: [216, 234],

  // Calls on the files of the same user, which Landlock does not refuse.
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  chown: [92, null],
  fchown: [93, 55],
  lchown: [94, null],
  fchownat: [260, 54],
  utime: [132, null],
  utimes: [235, null],
  futimesat: [261, null],
  utimensat: [280, 88],
  truncate: [76, 45],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  mknod: [133, null],
  mknodat: [259, 33],
  inotify_init: [253, null],
  inotify_init1: [294, 26],
  inotify_add_watch: [254, 27],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],

  // Large parts of the kernel that have had many vulnerabilities.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  acct: [163, 89],
  quotactl: [179, 60],
  syslog: [103, 116],
  personality: [135, 92],
  vmsplice: [278, 75],
  io_setup: [206, 0],
  io_submit: [209, 2],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
} as const satisfies Record<string, Numbers>

/** A condition on an argument of a call; the call is refused if it is not met. */
export type Condition =
  | { readonly argument: number; readonly noneOf: readonly number[] }
  | { readonly argument: number; readonly only: number | 'own pid' }
  /** These of its bits have this value, or have not. */
  | { readonly argument: number; readonly bits: number; readonly are: number }
  | { readonly argument: number; readonly bits: number; readonly areNot: number }

type ConditionalCall = { readonly numbers: Numbers; readonly conditions: readonly Condition[] }

export const conditionalCalls = {
  // CLONE_THREAD: without it, the call starts a process.
  clone: { numbers: [56, 220], conditions: [{ argument: 0, bits: 0x1_00_00, are: 0x1_00_00 }] },
  kill: { numbers: [62, 129], conditions: [{ argument: 0, only: 'own pid' }] },
  tgkill: { numbers: [234, 131], conditions: [{ argument: 0, only: 'own pid' }] },
  // The limits of the process itself.
  prlimit64: { numbers: [302, 261], conditions: [{ argument: 0, only: 0 }] },
  // F_SETOWN, F_SETSIG and F_SETOWN_EX have the kernel send any signal to any process of the user.
  fcntl: { numbers: [72, 25], conditions: [{ argument: 1, noneOf: [8, 10, 15] }] },
  // FIOSETOWN and SIOCSPGRP do the same; TIOCSTI and TIOCLINUX type into a terminal.
  ioctl: { numbers: [16, 29], conditions: [{ argument: 1, noneOf: [0x89_01, 0x89_02, 0x54_12, 0x54_1c] }] },
  // Not MAP_SHARED | MAP_ANONYMOUS, which RLIMIT_DATA does not count.
  mmap: { numbers: [9, 222], conditions: [{ argument: 3, bits: 0x21, areNot: 0x21 }] },
  // Not PR_SET_PDEATHSIG, with which a process could outlive the service.
  prctl: { numbers: [157, 167], conditions: [{ argument: 0, noneOf: [1] }] },
  // AF_UNIX and SOCK_STREAM, which the native layout library wakes its threads with; datagrams could go elsewhere.
  socketpair: {
    numbers: [53, 199],
    conditions: [
      { argument: 0, only: 1 },
      { argument: 1, bits: 0xf, are: 1 },
    ],
  },
} as const satisfies Record<string, ConditionalCall>

/**
 * Calls have the same numbers everywhere from Linux 5.1 on. Of these and all that the future brings, only the ones
 * named here exist for an engine; libraries are prepared for a kernel that lacks the others.
 */
export const newCalls = {
  first: 424,
  allowed: {
    close_range: 436,
    openat2: 437,
    faccessat2: 439,
    epoll_pwait2: 441,
    landlock_create_ruleset: 444,
    landlock_add_rule: 445,
    landlock_restrict_self: 446,
    futex_waitv: 449,
    map_shadow_stack: 453,
    futex_wake: 454,
    futex_wait: 455,
    futex_requeue: 456,
    mseal: 462,
  },
} as const

/** The number of the call by which `restrict.pl` sets its restrictions. */
export const prctl = { x64: 157, arm64: 167 } as const

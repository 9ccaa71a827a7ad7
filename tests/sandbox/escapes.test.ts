// Ways out of the sandbox, tried from inside as a command would: a test asserts that the effect did not happen on the machine (SECURITY 1.1, 4.2).
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChildEnd, COMBINATIONS, place, ran, start } from "./sandbox-order.ts";

/** What the attempts are aimed at. */
interface Target {
  readonly root: string;
  readonly out: string;
  readonly base: string;
  readonly victim: number;
  readonly port: number;
  readonly abstract: string;
}

interface Attempt {
  readonly name: string;
  readonly command: (target: Target) => string;
  /** What must be true of the machine afterwards, beside that nothing outside has changed. */
  readonly holds?: (target: Target, end: ChildEnd) => void;
}

const CANARY = "canary-4711";
const says = (end: ChildEnd): string => end.stdout.text + end.stderr.text;

const ATTEMPTS: readonly Attempt[] = [
  { name: "writing outside of the workspace", command: ({ out }) => `echo HACKED > ${out}/secret; touch ${out}/new` },
  {
    name: "writing through a link to the outside (CVE-2025-55345)",
    command: ({ out }) =>
      `ln -s ${out} link; echo HACKED > link/secret; ln -s ${out}/new dangling; echo HACKED > dangling`,
  },
  {
    name: "changing modes, owners and times outside",
    command: ({ out }) => `chmod 777 ${out} ${out}/secret; touch -d 2001-01-01 ${out}/secret; chown 1:1 ${out}/secret`,
  },
  {
    name: "remounting",
    command: ({ out, base }) =>
      `for place in / ${base} ${out} .git; do mount -o remount,rw $place; mount -o remount,bind,rw $place; done; mount --bind ${out} .; echo HACKED > ${out}/secret; echo HACKED >> .git/config`,
  },
  {
    name: "unmounting",
    command: ({ out }) =>
      `umount .git; umount -l .git; umount -l /tmp; umount -l /; echo HACKED >> .git/config; echo HACKED > ${out}/secret`,
  },
  {
    name: "making device files",
    command: () => "mknod disk b 254 0; mknod memory c 1 1",
    holds: ({ root }) =>
      expect([existsSync(join(root, "disk")), existsSync(join(root, "memory"))]).toEqual([false, false]),
  },
  {
    name: "opening disks, memory and the kernel's log",
    command: () =>
      "for device in /dev/vda /dev/sda /dev/nvme0n1 /dev/loop0 /dev/loop-control /dev/mem /dev/kmsg /dev/fuse /dev/kvm; do (: < $device) 2>/dev/null && echo OPENED $device; done",
    holds: (_, end) => expect(says(end)).not.toContain("OPENED"),
  },
  {
    name: "going through the first process",
    command: ({ out }) =>
      `echo HACKED > /proc/1/root${out}/secret; echo HACKED > /proc/1/cwd/../secret; cat /proc/1/root/etc/shadow; for number in 3 4 5; do echo 'end 0 0' > /proc/1/fd/$number; done`,
    holds: (_, end) => expect(says(end)).not.toContain("root:"),
  },
  {
    name: "finding and ending processes of the machine",
    command: ({ victim }) => `kill -9 ${victim}; ls -d /proc/[0-9]* | wc -l`,
    holds: ({ victim }, end) => {
      expect(existsSync(`/proc/${victim}/exe`)).toBe(true);
      expect(Number(end.stdout.text)).toBeLessThan(10);
    },
  },
  {
    name: "nesting namespaces",
    command: () =>
      "for flags in -U -Ur -m -n -p -Urm; do unshare $flags true && echo NESTED $flags; done; bwrap --unshare-user --ro-bind / / true && echo NESTED; true",
    holds: (_, end) => expect(end.stdout.text).toBe(""),
  },
  {
    name: "connecting to the machine's loopback",
    command: ({ port }) => `(exec 3<>/dev/tcp/127.0.0.1/${port}) && echo CONNECTED`,
    holds: (_, end) => expect(end.stdout.text).toBe(""),
  },
  {
    name: "connecting to an abstract socket",
    command: ({ abstract }) =>
      `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); print connect(S, pack_sockaddr_un("\\0${abstract}")) ? "CONNECTED" : "REFUSED"' || echo REFUSED`,
    holds: (_, end) => expect(end.stdout.text).toMatch(/^REFUSED/),
  },
  {
    name: "connecting to a socket that has a name in the file system",
    command: ({ out }) =>
      `perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); print connect(S, pack_sockaddr_un("${out}/socket")) ? "CONNECTED" : "REFUSED"' || echo REFUSED`,
    holds: (_, end) => expect(end.stdout.text).toMatch(/^REFUSED/),
  },
  {
    // pidfd_open is call 434 and pidfd_getfd 438 on every machine.
    name: "taking the descriptor by which the first process tells the end",
    command: () =>
      `perl -e '$p = syscall(434, 1, 0); $f = syscall(438, $p, 3, 0); if ($f >= 0) { open(F, ">&=", $f); syswrite(F, "end 0 0\n"); print "TAKEN" }'; exit 5`,
    holds: (_, end) => {
      expect(end.stdout.text).toBe("");
      expect(end.exit).toEqual({ kind: "exited", code: 5 });
    },
  },
  {
    name: "seeing sockets of daemons, docker's among them",
    command: () => "ls -A /run /var/run/; (exec 3<>/dev/udp/127.0.0.1/53; echo x >&3)",
    holds: (_, end) => expect(end.stdout.text).toBe("/run:\n\n/var/run/:\n"),
  },
  {
    name: "moving or removing .git",
    command: () =>
      "mv .git g; rm -rf .git; mv .git/config .git/c; rm -f .git/config; ln .git/config c && echo HACKED >> c; echo HACKED >> .git/config",
  },
  {
    name: "moving the workspace itself",
    command: ({ root }) => `cd ..; mv ws ws2; mv ${root} /tmp/ws; rmdir ws; ln -sfn / ws`,
    holds: ({ root }) => expect(statSync(root).isDirectory()).toBe(true),
  },
  {
    name: "making agent configuration that is not there yet (CVE-2026-25725)",
    command: () =>
      [
        "echo HACKED > .mcp.json; rmdir .mcp.json; rm -rf .mcp.json; mv .mcp.json x; echo HACKED > .mcp.json",
        "mkdir -p .claude; chmod 700 .claude; echo HACKED > .claude/settings.json",
        "mkdir -p .vscode .husky; echo HACKED > .vscode/tasks.json; echo HACKED > .husky/pre-commit; echo HACKED > .envrc",
        "mv .github gh; mkdir -p .github/workflows; echo HACKED > .github/workflows/x.yml; echo HACKED > .premath/x",
        "cp -r .git .hg; ln -s /tmp .svn; mv sub .jj",
      ].join("\n"),
  },
  {
    name: "evading a path rule by changing the folder first (CVE-2026-25722)",
    command: () => "cd .git && echo HACKED >> config; cd ../.premath && echo HACKED > x",
  },
  {
    name: "reading the harness's environment",
    // As lines: bytes with NULs would be shown as a number and a digest.
    command: () => "env; cat /proc/*/environ /proc/1/cmdline | tr '\\0' '\\n'",
    holds: (_, end) => {
      expect(end.stdout.text).toContain("\nTERM=dumb\n");
      expect(says(end)).not.toContain(CANARY);
    },
  },
  {
    name: "reading passwords of the machine as root",
    command: () => "cat /etc/shadow /etc/gshadow /etc/sudoers; head -c 1 /etc/shadow",
    holds: (_, end) => expect(end.stdout.text).toBe(""),
  },
  {
    name: "reading keys in the home folder",
    command: ({ base }) =>
      `cat ${base}/home/.ssh/id ${base}/home/.npmrc ${base}/home/.config/gh/hosts.yml; ls ${base}/home/.ssh`,
    holds: (_, end) => expect(end.stdout.text).toBe(""),
  },
  {
    name: "reading the harness's state",
    command: ({ base }) => `ls -A ${base}/state; rm -rf ${base}/state/*`,
    holds: (_, end) => expect(end.stdout.text).toBe(""),
  },
  {
    // Asked and not tried: a hole would change the machine that tests run on.
    name: "changing the kernel's settings",
    command: () =>
      "for name in kernel/core_pattern kernel/modprobe vm/drop_caches user/max_user_namespaces; do test -w /proc/sys/$name && echo OPEN $name; done; test -w /proc/sysrq-trigger && echo OPEN sysrq; mkdir /sys/fs/cgroup/tusk-test /sys/fs/cgroup/unified/tusk-test 2>/dev/null && echo OPEN cgroup; for file in /sys/kernel/uevent_helper /sys/power/state /sys/fs/cgroup/*/release_agent; do test -w $file && echo OPEN $file; done; true",
    holds: (_, end) => expect(end.stdout.text).toBe(""),
  },
  {
    name: "having any capability, or getting one",
    command: () => "grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs)' /proc/self/status | tr -d '\\t\\n'",
    holds: (_, end) => {
      const none = "0".repeat(16);
      expect(end.stdout.text).toBe(
        `CapInh:${none}CapPrm:${none}CapEff:${none}CapBnd:${none}CapAmb:${none}NoNewPrivs:1`,
      );
    },
  },
  {
    name: "going through a folder that was left open for the harness",
    command: () =>
      "for process in self 1; do echo HACKED > /proc/$process/fd/20/secret; echo HACKED > /proc/$process/fd/20/new; done",
  },
  {
    name: "using a terminal or a descriptor of the harness",
    command: () =>
      "(: < /dev/tty) 2>/dev/null && echo TTY; read -r line && echo INPUT; ls /proc/self/fd | tr '\\n' ' '",
    holds: (_, end) => expect(end.stdout.text).toBe("0 1 2 3 "),
  },
];

describe.each(COMBINATIONS)("escapes: $name", ({ user, backend, skipped }) => {
  let target: Target;
  let victim: ChildProcess;
  let ends: readonly ChildEnd[] = [];
  let reached = 0;
  const clears: (() => void)[] = [];

  beforeAll(async () => {
    if (skipped) return;
    const folders = place(
      user,
      {
        "ws/.git/config": "own\n",
        "ws/sub/file": "own\n",
        "home/.ssh/id": "TOP SECRET\n",
        "home/.npmrc": "TOP SECRET\n",
        "home/.config/gh/hosts.yml": "TOP SECRET\n",
      },
      (clear) => clears.push(clear),
    );
    victim = spawn("/bin/sleep", ["600"]);
    const abstract = `tusk-test-${process.pid}-${backend}-${user}`;
    const [tcp, unix, named] = [1, 2, 3].map(() => createServer(() => reached++)) as [Server, Server, Server];
    await new Promise<void>((resolve) => void tcp.listen(0, "127.0.0.1", resolve));
    await new Promise<void>((resolve) => void unix.listen(`\0${abstract}`, resolve));
    await new Promise<void>((resolve) => void named.listen(join(folders.out, "socket"), resolve));
    chmodSync(join(folders.out, "socket"), 0o777);
    const address = tcp.address();
    clears.push(
      () => void victim.kill("SIGKILL"),
      () => void tcp.close(),
      () => void unix.close(),
      () => void named.close(),
    );
    const port = typeof address === "object" && address !== null ? address.port : 0;
    target = { ...folders, victim: victim.pid ?? 0, port, abstract };
    const options = { root: folders.root, backend, profile: "workspace-write", network: "none" } as const;
    const commands = ATTEMPTS.map((attempt) => ({ command: attempt.command(target) }));
    const env = { HOME: join(folders.base, "home"), TUSK_CANARY: CANARY };
    ends = ran(await start(user, folders.base, { options, commands }, { env, leftOpen: folders.out }).report);
  });

  afterAll(() => {
    for (const clear of clears) clear();
  });

  test.skipIf(skipped).each(ATTEMPTS.map((attempt, at) => ({ ...attempt, at })))("$name is denied", ({ holds, at }) => {
    const end = ends[at];
    if (end === undefined) throw new Error("the attempt was not made");
    expect(end.exit.kind).toBe("exited");
    expect(says(end)).not.toContain("TOP SECRET");
    holds?.(target, end);
  });

  test.skipIf(skipped)(
    "after all of it nothing outside and nothing protected has changed, and no name is left behind",
    () => {
      const { root, out } = target;
      expect(readdirSync(out)).toEqual(["secret", "socket"]);
      expect(readFileSync(join(out, "secret"), "utf8")).toBe("TOP SECRET\n");
      expect(statSync(join(out, "secret")).mode & 0o777).toBe(0o644);
      expect(statSync(join(out, "secret")).mtimeMs).toBeGreaterThan(Date.parse("2020-01-01"));
      expect(readFileSync(join(root, ".git/config"), "utf8")).toBe("own\n");
      expect(readdirSync(join(root, ".git"))).toEqual(["config"]);
      expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([".git"]);
      expect(reached).toBe(0);
      rmSync(join(root, "link"), { force: true });
    },
  );
});

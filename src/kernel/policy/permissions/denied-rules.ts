import type { Rule } from "./rule-set.ts";
import { wordList } from "./word-list.ts";

/** What the agent is told no to at once, in both default sets: asking would only teach people to say yes. */
export const DENIED_RULES: readonly Rule[] = [
  {
    id: "git.harness",
    effect: "deny",
    why: "the agent never stages, commits or pushes: the harness does it when the work is accepted",
    tools: ["bash"],
    commands: [{ words: ["git", wordList("add stage commit push am cherry-pick revert")] }],
    match: ["git add .", 'git commit -m "$(date)"', "cd x && git push -f origin main"],
    not_match: ["git status", "git log --grep=commit"],
  },
  {
    id: "host.power",
    effect: "deny",
    why: "it takes another user's rights, or changes the machine itself",
    tools: ["bash"],
    commands: [
      {
        words: [
          wordList(
            "sudo su doas pkexec runuser setpriv chroot nsenter unshare bwrap mount umount insmod rmmod modprobe",
          ),
        ],
      },
      { words: [wordList("shutdown reboot halt poweroff init telinit")] },
      {
        words: [
          wordList(
            "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkswap swapoff fdisk sfdisk parted wipefs blkdiscard hdparm",
          ),
        ],
      },
      {
        words: [wordList("useradd userdel usermod groupadd passwd chpasswd visudo iptables ip6tables nft ufw sysctl")],
      },
      { words: [wordList("systemctl service crontab at batch launchctl")] },
    ],
    match: ["sudo rm -rf /", "echo x | sudo tee /etc/hosts", "command sudo id", "for i in 1; do sudo id; done"],
    not_match: ["echo sudo", "ls"],
  },
];

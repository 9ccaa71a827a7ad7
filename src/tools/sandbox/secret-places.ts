const words = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(" "));

/** What no command needs to see of a machine: keys, tokens and doors to other processes (SECURITY, traps). */
export const MACHINE_SECRETS: readonly string[] = words(
  "/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/security/opasswd",
  "/etc/ssl/private /etc/pki/tls/private /etc/krb5.keytab /etc/wireguard /etc/openvpn /etc/ipsec.secrets /etc/letsencrypt",
  "/etc/ssh/ssh_host_rsa_key /etc/ssh/ssh_host_dsa_key /etc/ssh/ssh_host_ecdsa_key /etc/ssh/ssh_host_ed25519_key",
  "/etc/NetworkManager/system-connections /etc/kubernetes /etc/rancher /etc/docker /etc/containers/auth.json",
  "/etc/cron.d /etc/crontab /var/spool/cron /var/lib/docker /var/lib/kubelet /var/lib/cloud",
  // Sockets of daemons, and secrets that container runtimes put there. A read-only mount does not keep anybody from a socket.
  "/run /var/run /var/lib/lxd /var/lib/incus /var/snap/lxd/common/lxd",
);

/** The same of a person, below the home folder. */
export const HOME_SECRETS: readonly string[] = words(
  // Keys and who may log in.
  ".ssh .gnupg .pki .netrc _netrc .authinfo .authinfo.gpg .Xauthority .ICEauthority .putty .config/filezilla .local/share/keyrings",
  ".password-store .vault-token .config/age .config/sops .config/op .op .1password .config/1Password .config/Bitwarden .config/keepassxc",
  ".local/share/kwalletd .bitcoin .ethereum .electrum .config/solana",
  // Clouds.
  ".aws .azure .config/gcloud .boto .s3cfg .oci .databrickscfg .snowflake .snowsql .config/doctl .config/hcloud .config/scw .config/linode-cli",
  ".config/heroku .fly .netlify .config/netlify .vercel .config/vercel .local/share/com.vercel.cli .config/stripe .config/configstore .pulumi",
  ".cloudflared .wrangler .config/.wrangler .config/ngrok .ngrok2 .tsh .terraformrc .terraform.d/credentials.tfrc.json .config/rclone .config/restic",
  // Containers.
  ".kube .docker .dockercfg .config/containers .config/helm .config/argocd .minikube .colima .rd .lima",
  // Hosts of code and packages.
  ".config/gh .config/glab-cli .config/hub .git-credentials .config/git/credentials .gitconfig.local .sentryclirc",
  ".npmrc .yarnrc .yarnrc.yml .bunfig.toml .pypirc .config/pip .pip .config/pypoetry .config/composer .composer .gradle/gradle.properties",
  ".nuget/NuGet .bundle .gem/credentials .condarc .cargo/credentials .cargo/credentials.toml .m2/settings.xml .m2/settings-security.xml .hex",
  // Databases and mail.
  ".pgpass .my.cnf .mylogin.cnf .config/mongodb .muttrc .config/mutt .msmtprc .config/msmtp .mbsyncrc .offlineimaprc .fetchmailrc",
  // Browsers and messengers.
  ".mozilla .thunderbird .config/google-chrome .config/chromium .config/BraveSoftware .config/Signal .config/Slack .config/discord",
  // Coding agents and models.
  ".claude .claude.json .config/claude .codex .gemini .cursor .aider.conf.yml .config/github-copilot .config/opencode .local/share/opencode",
  ".config/goose .local/share/goose .continue .config/zed .config/Code .vscode-server .config/io.datasette.llm .huggingface .cache/huggingface/token",
  ".kaggle .config/wandb .config/tusk",
  // What was typed, and files that tools read by themselves.
  ".bash_history .zsh_history .zhistory .python_history .node_repl_history .psql_history .mysql_history .sqlite_history .rediscli_history .irb_history",
  ".local/share/fish .local/share/atuin .env .curlrc .wgetrc .ansible .vault_pass",
);

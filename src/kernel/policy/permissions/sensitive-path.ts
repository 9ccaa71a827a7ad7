import type { Place } from "./place.ts";

/** Names of files and folders that hold secrets, wherever they stand. `*` stands for the rest of a name. */
export const SECRET_NAMES: readonly string[] = [
  ".env",
  ".env.*",
  ".envrc",
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".gcloud",
  ".kube",
  ".docker",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".vault-token",
  ".terraform.d",
  ".terraformrc",
  ".password-store",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".psql_history",
  ".mysql_history",
  ".node_repl_history",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "authorized_keys",
  "credentials",
  "credentials.*",
  "secrets",
  "secrets.*",
  "secret.*",
  "shadow",
  "shadow-",
  "gshadow",
  "sudoers",
  "sudoers.d",
  "keychains",
  "login.keychain*",
  "wallet.dat",
  "kubeconfig",
  "terraform.tfstate*",
  "service-account*",
  "passwords*",
];

/** Ends of names that hold keys. */
export const SECRET_ENDS: readonly string[] = [
  ".pem",
  ".key",
  ".p12",
  ".pfx",
  ".jks",
  ".keystore",
  ".kdbx",
  ".ppk",
  ".tfvars",
];

/** Templates of what would hold a secret: they are made to be read. */
const TEMPLATE = /\.(?:example|sample|template|dist)$/;

/** Folders outside of a workspace in which plain files may be read: below `*`, one name of any kind stands first. */
export const READABLE_ROOTS: readonly (readonly string[])[] = [
  ["tmp"],
  ["private", "tmp"],
  ["usr"],
  ["opt"],
  ["home", "*"],
  ["Users", "*"],
];

/** Whether a name, or a text that holds one between `/`, `:`, `=` and `,`, names a secret. */
export function namesSecret(text: string): boolean {
  return text.split(/[/:=,]/).some((part) => isSecretName(part.normalize("NFKC").toLowerCase()));
}

function isSecretName(name: string): boolean {
  if (TEMPLATE.test(name)) return false;
  if (SECRET_ENDS.some((end) => name.endsWith(end) && name !== end)) return true;
  return SECRET_NAMES.some((secret) => (secret.endsWith("*") ? name.startsWith(secret.slice(0, -1)) : name === secret));
}

/** Whether a wildcard may stand for hidden names, among which the secrets are, or begins like a secret's name. */
export function globsSecret(text: string): boolean {
  return text.split(/[/:=,]/).some((part) => {
    const start = part.split(/[*?[]/, 1)[0]?.toLowerCase() ?? "";
    if (start === part.toLowerCase()) return false;
    return (
      part.startsWith(".") ||
      part.startsWith("[") ||
      (start.length > 2 && SECRET_NAMES.some((name) => name.startsWith(start)))
    );
  });
}

/** Whether what lies at a place may be read without a question: anything in the workspace, and outside of it plain files of a few folders. */
export function isReadable({ inside, parts }: Place): boolean {
  if (parts.some(namesSecret)) return false;
  if (inside) return true;
  const root = READABLE_ROOTS.find((names) => names.every((name, at) => name === "*" || parts[at] === name));
  if (root === undefined || parts.length <= (root.at(-1) === "*" ? root.length : 0)) return false;
  // Hidden folders of a home hold what programs keep to themselves.
  return root.at(-1) !== "*" || !(parts[root.length] ?? "").startsWith(".");
}

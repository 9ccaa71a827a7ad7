/** What well-known keys look like. A form is long enough that no word of a program has it. */
export const KEY_FORMS: Readonly<Record<string, RegExp>> = {
  "a private key": /-----BEGIN (?:[A-Z]{1,12} ){0,3}PRIVATE KEY-----/,
  "an Anthropic key": /\bsk-ant-[\w-]{20,}/,
  "an OpenAI key": /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9][\w-]{30,}/,
  "a Google key": /\bAIza[\w-]{35}/,
  "an OpenRouter key": /\bsk-or-[\w-]{20,}/,
  "a Groq key": /\bgsk_[A-Za-z0-9]{32,}/,
  "an xAI key": /\bxai-[A-Za-z0-9]{32,}/,
  "a Hugging Face token": /\bhf_[A-Za-z0-9]{30,}/,
  "an AWS key": /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  "a GitHub token": /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,})/,
  "a GitLab token": /\bglpat-[\w-]{20,}/,
  "an npm token": /\bnpm_[A-Za-z0-9]{36}\b/,
  "a PyPI token": /\bpypi-[\w-]{50,}/,
  "a Slack token": /\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  "a Stripe key": /\b[rs]k_live_[A-Za-z0-9]{20,}/,
};

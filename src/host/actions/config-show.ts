export { loadConfig as run, type LoadedConfig as ConfigShowData } from "../load-config.ts";

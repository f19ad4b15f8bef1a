/** Folder of a live part by the name of its component: `HttpSample` is in `http-sample`. */
export function resolveLiveFolder(name: string): string {
  return name.replace(/\B(?=[A-Z])/g, '-').toLowerCase();
}

/** File of the component, relative to this one. */
export function resolveLiveModule(name: string): string {
  const folder = resolveLiveFolder(name);
  return `./${folder}/${folder}.tsx`;
}

/** The readable form of what an address has encoded; what cannot be decoded stays as it is. */
export function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The same of a whole path: what separates its parts stays encoded. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

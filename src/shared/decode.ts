/** Decodes a part of an address. Text that can't be decoded stays as it is. */
export function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes a whole path. Encoded separators such as `%2F` stay encoded. Text that can't be decoded stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

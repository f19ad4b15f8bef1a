/** The endings of files that Docusaurus copies when code or a document refers to them. */
const mediaEnding =
  /\.(?:ico|jpe?g|png|gif|webp|avif|bmp|svg|woff2?|eot|ttf|otf|mp4|avi|mov|mkv|mpe?g|vob|wmv|m4v|webm|ogv|wav|mp3|m4a|aac|oga|flac|pdf|docx?|xlsx?|pptx?|zip|rar|tar|gz)$/i;

/** Whether a file is a picture, a video, a sound, a font, a document of an office program or an archive, by its name. */
export function isMediaFile(file: string): boolean {
  return mediaEnding.test(file);
}

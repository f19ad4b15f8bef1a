/** The element that stands for an OpenAPI file, or a part of it, in pages that the engine adds by itself. */
export const OPEN_API_ELEMENT = 'OpenApiReference';

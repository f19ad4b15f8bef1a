/** The element that shows an OpenAPI file, or a part of it, in pages that the engine generates. */
export const OPEN_API_ELEMENT = 'OpenApiReference';

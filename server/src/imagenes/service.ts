/**
 * Where the browser gets a picture of ours: the width every screen can show; the others follow from it
 * (rules/imagen.ts). A path, not an address: it is of whatever origin the page came from.
 */
export const imagenUrl = (id: string): string => `/imagenes/${id}-640.webp`

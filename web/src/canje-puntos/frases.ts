/** Our own phrases: the page shows one of them each time. */
export const FRASES = [
  'Cada hoja te acerca un poco más.',
  'Imprimís hoy, canjeás mañana.',
  'Tus apuntes también suman.',
  'Punto a punto se llena el álbum.',
  'Lo que imprimiste no se va: se junta.',
  'Una tesis larga es un premio cerca.',
  'Doble faz, doble alegría.',
  'El próximo premio ya te está mirando.',
] as const

/** @param chance 0 to 1, 1 excluded */
export const fraseAt = (chance: number): string => FRASES[Math.floor(chance * FRASES.length)] ?? FRASES[0]

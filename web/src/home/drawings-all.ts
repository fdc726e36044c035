export { CartelDrawing } from './cartel-drawings.tsx'
export { Plano } from './contacto/plano.tsx'
export { Muestrario, Volumen } from './hero-drawings.tsx'

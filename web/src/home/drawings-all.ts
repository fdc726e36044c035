export { CartelDrawing } from './cartel-drawings.tsx'
export { Plano } from './contacto/plano.tsx'
export { Muestrario, VolumenDrawing } from './hero-drawings.tsx'

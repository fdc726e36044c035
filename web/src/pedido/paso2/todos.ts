import { isCopias } from '@imprimitodo/shared/rules/compra/archivo'
import type { OpcionesCarrito } from '../carrito/archivos.ts'
import type { ArchivoCarrito, Carrito } from '../carrito/carrito-state.ts'

/** Options for all files at once; each file has its own range. */
export type OpcionesTodos = Pick<
  OpcionesCarrito,
  'duplicado' | 'dobleFaz' | 'color' | 'orientacion' | 'anillado' | 'hoja'
>
export type Comunes = { [K in keyof OpcionesTodos]: OpcionesTodos[K] | null }

/** The options that all files share; null where they differ. */
export function comunesOf(archivos: readonly ArchivoCarrito[]): Comunes {
  const common = <K extends keyof OpcionesTodos>(key: K): OpcionesTodos[K] | null => {
    const [first] = archivos
    return first && archivos.every((one) => one[key] === first[key]) ? first[key] : null
  }
  return {
    duplicado: common('duplicado'),
    dobleFaz: common('dobleFaz'),
    color: common('color'),
    orientacion: common('orientacion'),
    anillado: common('anillado'),
    hoja: common('hoja'),
  }
}

/** The same for every file. An invalid number of copies changes nothing. */
export function setTodos(carrito: Carrito, opciones: Partial<OpcionesTodos>): Carrito {
  if (opciones.duplicado !== undefined && !isCopias(opciones.duplicado)) return carrito
  return { ...carrito, archivos: carrito.archivos.map((one) => ({ ...one, ...opciones })) }
}

export type Preset = {
  nombre: string
  texto: string
  opciones: Pick<OpcionesTodos, 'dobleFaz' | 'color' | 'anillado'>
}

/** The most usual choices. Copies and orientation stay as they are. */
export const PRESETS: readonly Preset[] = [
  {
    nombre: 'Apunte',
    texto: 'doble faz, blanco y negro, anillado',
    opciones: { dobleFaz: true, color: 'blanco y negro', anillado: true },
  },
  {
    nombre: 'Tesis',
    texto: 'simple faz, con color, anillado',
    opciones: { dobleFaz: false, color: 'color', anillado: true },
  },
  {
    nombre: 'Trámite',
    texto: 'simple faz, blanco y negro, sin anillar',
    opciones: { dobleFaz: false, color: 'blanco y negro', anillado: false },
  },
]

/** Whether all files are as it says. */
export const isPreset = ({ opciones }: Preset, { dobleFaz, color, anillado }: Comunes): boolean =>
  opciones.dobleFaz === dobleFaz && opciones.color === color && opciones.anillado === anillado

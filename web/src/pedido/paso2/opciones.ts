import { RectangleHorizontal, RectangleVertical } from 'lucide-react'

/** The choices of a file, in the words of the screen. */
export const CARAS = [
  { value: 'doble', label: 'Doble faz' },
  { value: 'simple', label: 'Simple faz' },
] as const
export const ORIENTACIONES = [
  { value: 'vertical', label: 'Vertical', icon: RectangleVertical },
  { value: 'horizontal', label: 'Horizontal', icon: RectangleHorizontal },
] as const
export const TINTAS = [
  { value: 'blanco y negro', label: 'Blanco y negro' },
  { value: 'color', label: 'Color' },
] as const
export const ANILLADOS = [
  { value: 'no', label: 'Sin anillar' },
  { value: 'si', label: 'Anillado' },
] as const

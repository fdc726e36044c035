import { GRUPOS, type GrupoOrDefault } from '@imprimitodo/shared/rules/compra/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { Select } from '../../ui/form/field.tsx'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'

/** Moves a file into a group without dragging: for phones, keyboards, screen readers. */
export function Move({
  archivo: { name, grupo },
  disabled,
  onMove,
}: {
  archivo: ArchivoCarrito
  disabled?: boolean
  onMove: (grupo: GrupoOrDefault) => void
}) {
  return (
    <Select
      aria-label={`Mover a… ${name}`}
      value=""
      disabled={disabled}
      onChange={(event) => {
        const chosen = GRUPOS.find((one) => one === event.target.value)
        onMove(chosen ?? 'default')
      }}
    >
      <option value="" disabled>
        Mover a…
      </option>
      {GRUPOS.filter((one) => one !== grupo).map((one) => (
        <option key={one} value={one}>
          {GRUPO_TITLES[one]}
        </option>
      ))}
      {grupo !== 'default' && <option value="default">Sin agrupar</option>}
    </Select>
  )
}

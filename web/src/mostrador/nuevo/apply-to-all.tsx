import type { Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { Button } from '../../ui/button.tsx'
import styles from './nuevo.module.css'

const JUEGOS: readonly (readonly [string, Partial<Opciones>])[] = [
  ['Blanco y negro', { color: 'blanco y negro' }],
  ['Color', { color: 'color' }],
  ['Doble faz', { doble_faz: true }],
  ['Simple faz', { doble_faz: false }],
  ['Anillar juntos', { anillado: true, grupo: 'grupo0' }],
  ['Sin anillar', { anillado: false, grupo: 'default' }],
]

/** One option for every file at once. */
export function ApplyToAll({
  disabled,
  onApply,
}: {
  disabled: boolean
  onApply: (opciones: Partial<Opciones>) => void
}) {
  return (
    <fieldset className={styles.todos} disabled={disabled}>
      <legend>Aplicar a todos</legend>
      {JUEGOS.map(([label, opciones]) => (
        <Button key={label} size="medium" onClick={() => onApply(opciones)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

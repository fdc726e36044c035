import { MAX_COPIAS, MIN_COPIAS } from '@imprimitodo/shared/rules/compra/archivo'
import { useState } from 'react'
import { FieldError } from '../../ui/form/field.tsx'
import { useUnpressed } from '../../ui/form/press.ts'
import { Stepper } from '../../ui/form/stepper.tsx'
import styles from './copias.module.css'

/** Copies of a file, a volume or all files; shows a message when the typed number is refused. */
export function Copias({
  of,
  value,
  ends,
  disabled,
  onChange,
}: {
  /** 'tesis.pdf', 'Anillado 1' */
  of: string
  /** Null: they differ, from the first to the second of `ends`. */
  value: number | null
  ends?: readonly [number, number]
  disabled?: boolean
  onChange: (duplicado: number) => void
}) {
  const [refused, setRefused] = useState(false)
  const isToldRefused = useUnpressed(refused)
  return (
    <div className={styles.copias}>
      <div className={styles.line}>
        <Stepper
          label={`Copias de ${of}`}
          less={`Una copia menos de ${of}`}
          more={`Una copia más de ${of}`}
          min={MIN_COPIAS}
          max={MAX_COPIAS}
          value={value}
          ends={ends}
          disabled={disabled}
          onChange={(duplicado) => {
            setRefused(false)
            onChange(duplicado)
          }}
          onRefused={() => setRefused(true)}
        />
        {value === null && <span>varias</span>}
      </div>
      {isToldRefused && (
        <FieldError>
          Las copias van de {MIN_COPIAS} a {MAX_COPIAS.toLocaleString('es-AR')}.
        </FieldError>
      )}
    </div>
  )
}

import { MAX_COPIAS, MIN_COPIAS } from '@imprimitodo/shared/rules/archivo'
import { useState } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import styles from './copias.module.css'

/** Copies of a file or a volume; says so when what was typed is refused. */
export function Copias({
  of,
  value,
  disabled,
  onChange,
}: {
  /** 'tesis.pdf', 'Anillado 1' */
  of: string
  value: number
  disabled?: boolean
  onChange: (duplicado: number) => void
}) {
  const [refused, setRefused] = useState(false)
  return (
    <div className={styles.copias}>
      <Stepper
        label={`Copias de ${of}`}
        less={`Una copia menos de ${of}`}
        more={`Una copia más de ${of}`}
        min={MIN_COPIAS}
        max={MAX_COPIAS}
        value={value}
        disabled={disabled}
        onChange={(duplicado) => {
          setRefused(false)
          onChange(duplicado)
        }}
        onRefused={() => setRefused(true)}
      />
      {refused && (
        <FieldError>
          Las copias van de {MIN_COPIAS} a {MAX_COPIAS.toLocaleString('es-AR')}.
        </FieldError>
      )}
    </div>
  )
}

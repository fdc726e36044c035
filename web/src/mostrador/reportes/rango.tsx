import {
  type Periodo,
  type Rango,
  rangoDePeriodo,
  rangoFechasProblem,
} from '@imprimitodo/shared/rules/gestion/reporte'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import styles from './reportes.module.css'

const PERIODOS: readonly { value: Periodo | 'otro'; label: string }[] = [
  { value: 'hoy', label: 'Hoy' },
  { value: 'ayer', label: 'Ayer' },
  { value: 'semana', label: '7 días' },
  { value: 'mes', label: 'Este mes' },
  { value: 'otro', label: 'Otro' },
]

/**
 * The days of a report: one of the usual ranges, or any. `onChange` gets only ranges that the server accepts.
 */
export function RangoPicker({ rango, onChange }: { rango: Rango; onChange: (rango: Rango) => void }) {
  const [periodo, setPeriodo] = useState<Periodo | 'otro'>('hoy')
  const [typed, setTyped] = useState(rango)
  const problem = typed.desde && typed.hasta ? rangoFechasProblem(typed) : 'Elegí los dos días.'
  const type = (next: Rango) => {
    setTyped(next)
    if (next.desde && next.hasta && !rangoFechasProblem(next)) onChange(next)
  }
  return (
    <div className={styles.rango}>
      <Segmented
        label="Días del reporte"
        options={PERIODOS}
        value={periodo}
        onChange={(value) => {
          setPeriodo(value)
          if (value === 'otro') return setTyped(rango)
          onChange(rangoDePeriodo(value, new Date()))
        }}
      />
      {periodo === 'otro' && (
        <div className={styles.fechas}>
          <Field
            label="Desde"
            type="date"
            value={typed.desde}
            onChange={({ target }) => type({ ...typed, desde: target.value })}
          />
          <Field
            label="Hasta"
            type="date"
            value={typed.hasta}
            error={problem}
            onChange={({ target }) => type({ ...typed, hasta: target.value })}
          />
        </div>
      )}
    </div>
  )
}

import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPercent, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { CALCULO, calculate, paginasEscritas } from '@imprimitodo/shared/rules/compra/calculadora'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { configQuery, preciosQuery } from '../api/queries.ts'
import { tarifasOf } from '../api/tarifas.ts'
import { Field } from '../ui/form/field.tsx'
import { Importe } from '../ui/form/importe.tsx'
import { Segmented } from '../ui/form/segmented.tsx'
import styles from './calculadora.module.css'

const CARAS = [
  { value: 'doble', label: 'Doble faz' },
  { value: 'simple', label: 'Simple' },
] as const
const TINTAS = [
  { value: 'blanco y negro', label: 'Blanco y negro' },
  { value: 'color', label: 'Color' },
] as const
const ANILLADO = [
  { value: 'no', label: 'No' },
  { value: 'si', label: 'Sí' },
] as const

type Opciones = typeof CALCULO
type Fields = {
  /** The typed number of pages. */
  text: string
  onText: (text: string) => void
  opciones: Opciones
  onChange: (some: Partial<Opciones>) => void
  /** More fields beside them. */
  children?: ReactNode
}

/** Pages, sides, ink and binding. */
export function CalculoFields({ text, onText, opciones, onChange, children }: Fields) {
  const isWrong = paginasEscritas(text) === null && text.trim() !== ''
  return (
    <div className={styles.fields}>
      <Field
        label="Páginas"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={text}
        error={isWrong ? 'Escribí un número del 1 al 5.000' : null}
        onChange={({ target }) => onText(target.value)}
      />
      <LabelledChoice label="Caras">
        <Segmented
          label="Caras"
          options={CARAS}
          value={opciones.doble_faz ? 'doble' : 'simple'}
          onChange={(value) => onChange({ doble_faz: value === 'doble' })}
        />
      </LabelledChoice>
      <LabelledChoice label="Tinta">
        <Segmented
          label="Tinta"
          options={TINTAS}
          value={opciones.color}
          onChange={(color) => onChange({ color })}
        />
      </LabelledChoice>
      <LabelledChoice label="Anillado">
        <Segmented
          label="Anillado"
          options={ANILLADO}
          value={opciones.anillado ? 'si' : 'no'}
          onChange={(value) => onChange({ anillado: value === 'si' })}
        />
      </LabelledChoice>
      {children}
    </div>
  )
}

/** Shows the result; its place stays empty until the prices are loaded. */
export const CalculoResult = ({
  found,
  copias = 1,
  descuento,
}: {
  found: ReturnType<typeof calculate> | null | undefined
  copias?: number
  descuento: number
}) => (
  <p className={styles.result} role="status">
    <span className={styles.how}>
      {found ? `${copias > 1 ? `${count(copias, 'copia')} de ` : ''}${howOf(found, descuento)}` : ' '}
    </span>
    {found ? (
      <Importe pesos={toPesos(found.importe)} className={styles.price} />
    ) : (
      <b className={styles.price}>—</b>
    )}
  </p>
)

/** A price calculator, by the rule that charges. Empty where the shop has no prices yet. `children` below. */
export function Calculadora({ children }: { children?: ReactNode }) {
  const { data: precios } = useQuery(preciosQuery)
  const descuento = useQuery(configQuery).data?.descuentoCompra ?? 0
  const [text, setText] = useState(String(CALCULO.paginas))
  const [opciones, setOpciones] = useState(CALCULO)
  const tarifas = precios && tarifasOf(precios)
  if (precios && !tarifas) return null
  const paginas = paginasEscritas(text)
  const found = tarifas && paginas !== null ? calculate({ ...opciones, paginas }, tarifas, descuento) : null
  return (
    <section className={styles.card} aria-labelledby="cuanto-sale">
      <h2 id="cuanto-sale">¿Cuánto sale?</h2>
      <CalculoFields
        text={text}
        opciones={opciones}
        onText={setText}
        onChange={(some) => setOpciones({ ...opciones, ...some })}
      />
      <CalculoResult found={found} descuento={descuento} />
      {children}
    </section>
  )
}

/** Screen readers read the label with the group. */
export const LabelledChoice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.choice}>
    <span aria-hidden>{label}</span>
    {children}
  </div>
)

/** '60 hojas + anillado en 2 tomos, con el 5% off' */
function howOf({ hojas, tomos }: { hojas: number; tomos: number }, descuento: number): string {
  const bound = tomos === 0 ? '' : tomos === 1 ? ' + anillado' : ` + anillado en ${tomos} tomos`
  return `${count(hojas, 'hoja')}${bound}${descuento > 0 ? `, con el ${formatPercent(descuento)}% off` : ''}`
}

import { type Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { ambiguousProblem } from '@imprimitodo/shared/rules/base/numero-escrito'
import { porcentajesOf, type UsoRuleta, withPorcentaje } from '@imprimitodo/shared/rules/fidelidad/tirada'
import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { checkBody, type Problems } from '../esquema.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ask } from '../session/ask.ts'
import { useWhileOpen } from '../while-open.ts'
import { useReload } from './queries.ts'
import { RuletaCosto } from './ruleta-costo.tsx'
import styles from './ruleta-editor.module.css'
import { fieldProblems, numberOf, othersIn, typed } from './valores.ts'

/** The most values of the wheel here, since each has a row. The server accepts up to 101. */
const MOST = 30

type Odds = {
  min: number
  max: number
  /** For each value, in whole percents that add up to 100. */
  porcentajes: number[]
  /** Places of the values that stay while others are set. */
  fijos: ReadonlySet<number>
  /** Whether no odds are set: all values then come up alike, whatever the range. */
  alike: boolean
  /** The odds before the slider at `index` moved: if it moves back, the others are as before. */
  before: { index: number; porcentajes: number[] } | null
}

const oddsOf = (ruleta: Ajustes['ruleta']): Odds => ({
  min: ruleta.min,
  max: ruleta.max,
  porcentajes: porcentajesOf(ruleta),
  fijos: new Set<number>(),
  alike: !ruleta.pesos,
  before: null,
})

/** New values come up as often as the others do on average. */
function withRange(odds: Odds, min: number, max: number): Odds {
  const pesos = Array.from({ length: max - min + 1 }, (_, index) => {
    const percent = odds.porcentajes[min + index - odds.min]
    return percent ?? 100 / odds.porcentajes.length
  })
  const porcentajes = porcentajesOf({
    min,
    max,
    pesos: odds.alike || pesos.every((one) => one === 0) ? null : pesos,
  })
  return { ...odds, min, max, porcentajes, fijos: new Set(), before: null }
}

function withSlider(odds: Odds, index: number, percent: number): Odds {
  const before = odds.before?.index === index ? odds.before : { index, porcentajes: odds.porcentajes }
  return {
    ...odds,
    before,
    alike: false,
    porcentajes: withPorcentaje(before.porcentajes, index, percent, odds.fijos),
  }
}

function withFijo(odds: Odds, index: number): Odds {
  const fijos = new Set(odds.fijos)
  if (!fijos.delete(index)) fijos.add(index)
  return { ...odds, fijos, before: null }
}

/** The wheel's range, how often each value comes up, and its budget, with the expected cost. */
export function RuletaEditor({
  ruleta,
  uso,
  onClose,
}: {
  ruleta: Ajustes['ruleta']
  /** Undefined while it is being loaded. */
  uso: UsoRuleta | undefined
  onClose: () => void
}) {
  const [odds, setOdds] = useState(() => oddsOf(ruleta))
  const [presupuesto, setPresupuesto] = useState(typed(ruleta.presupuesto))
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const reload = useReload()
  const close = useWhileOpen(onClose)
  const { min, max, porcentajes, fijos, alike } = odds
  const asked = {
    min,
    max,
    pesos: alike ? null : porcentajes,
    presupuesto: numberOf(presupuesto),
  }
  const others = othersIn(problems, ['ruleta', 'presupuesto'])
  const isBudget = asked.presupuesto === null || Number.isInteger(asked.presupuesto)

  async function submit() {
    if (Number.isNaN(asked.presupuesto))
      return setProblems({ presupuesto: ambiguousProblem(presupuesto) ?? 'Escribí un número.' })
    const read = checkBody(AjustesChange, { ruleta: asked }, ['presupuesto'])
    if (read.problems) return setProblems(read.problems)
    setBusy(true)
    const answer = await ask('PUT /api/mostrador/ajustes', { body: read.data }).catch(() => null)
    if (answer?.ok) await reload() // opened again, it begins with what was saved
    setBusy(false)
    if (!answer) return setProblems({ general: sinRespuesta('se guardó', OTRA_VEZ) })
    if (!answer.ok) return setProblems(fieldProblems(answer))
    showToast('Ruleta guardada')
    close()
  }

  return (
    <FormDialog
      title="La ruleta"
      action="Guardar"
      busyText="Guardando…"
      back="Cancelar"
      isBusy={isBusy}
      problems={problems}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className={styles.range}>
        <Limite
          label="Menor"
          name="el menor descuento"
          value={min}
          min={Math.max(0, max - MOST + 1)}
          max={max}
          onChange={(value) => setOdds(withRange(odds, value, max))}
        />
        <Limite
          label="Mayor"
          name="el mayor descuento"
          value={max}
          min={min}
          max={Math.min(100, min + MOST - 1)}
          onChange={(value) => setOdds(withRange(odds, min, value))}
        />
      </div>
      <section className={styles.cost} aria-label="Cuánto cuesta" aria-live="polite">
        <RuletaCosto ruleta={{ ...asked, presupuesto: isBudget ? asked.presupuesto : null }} uso={uso} />
      </section>
      <fieldset className={styles.odds}>
        <legend>De cada 100 tiradas, cuántas da cada descuento</legend>
        <p className={styles.help}>
          Al mover uno, los demás se reparten lo que queda. Con el candado uno se queda como está.
        </p>
        {porcentajes.map((percent, index) => (
          <Probabilidad
            // biome-ignore lint/suspicious/noArrayIndexKey: a row belongs to its value, which follows from its place
            key={min + index}
            valor={min + index}
            percent={percent}
            isFijo={fijos.has(index)}
            onChange={(value) => setOdds(withSlider(odds, index, value))}
            onFijo={() => setOdds(withFijo(odds, index))}
          />
        ))}
        <div className={styles.sum}>
          <output>Suman {porcentajes.reduce((sum, one) => sum + one, 0)} %</output>
          <Button
            size="medium"
            aria-pressed={alike}
            onClick={() => setOdds(oddsOf({ min, max, pesos: null }))}
          >
            Todos por igual
          </Button>
        </div>
        {problems.ruleta && <FieldError>{problems.ruleta}</FieldError>}
      </fieldset>
      <Field
        label="Tope por día"
        name="presupuesto"
        hint="Sumando los porcentajes de todas las tiradas del día. Agotado, sale siempre el menor. Vacío: sin tope."
        inputMode="numeric"
        autoComplete="off"
        value={presupuesto}
        error={problems.presupuesto}
        onChange={({ target }) => setPresupuesto(target.value)}
      />
      {others && <Notice tone="error">{others}</Notice>}
    </FormDialog>
  )
}

function Limite({
  label,
  name,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  name: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}) {
  return (
    <div>
      <span aria-hidden>{label} (%)</span>
      <Stepper
        label={`${label}, en porcentaje`}
        less={`Bajar ${name}`}
        more={`Subir ${name}`}
        value={value}
        min={min}
        max={max}
        onChange={onChange}
      />
    </div>
  )
}

function Probabilidad({
  valor,
  percent,
  isFijo,
  onChange,
  onFijo,
}: {
  valor: number
  percent: number
  isFijo: boolean
  onChange: (percent: number) => void
  onFijo: () => void
}) {
  const set = (text: string) => {
    const value = numberOf(text) ?? 0
    if (!Number.isNaN(value)) onChange(value)
  }
  return (
    <div className={styles.row}>
      <b>{valor} %</b>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        aria-label={`Tiradas que dan ${valor} %`}
        aria-valuetext={`${percent} de cada 100`}
        value={percent}
        disabled={isFijo}
        onChange={({ target }) => set(target.value)}
      />
      <input
        className={styles.number}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Tiradas que dan ${valor} %, en número`}
        value={percent}
        disabled={isFijo}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => set(target.value)}
      />
      <IconButton
        quiet
        icon={isFijo ? Lock : LockOpen}
        label={`Dejar fijo el ${valor} %`}
        aria-pressed={isFijo}
        onClick={onFijo}
      />
    </div>
  )
}

import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { numeroEscrito } from '@imprimitodo/shared/rules/base/numero-escrito'
import { BILLETES, type Billete, sumaDe } from '@imprimitodo/shared/rules/dinero/caja'
import { Lock } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useFirstField } from '../first-field.ts'
import { useFirstWrong } from '../first-wrong.ts'
import { parseDesdeCero, sinCentavos } from '../importe.ts'
import styles from './count.module.css'

/** The typed texts: by note, and the coins in pesos. */
export type Escrito = { billetes: Record<number, string>; monedas: string }
export const NADA: Escrito = { billetes: {}, monedas: '' }

/** The most notes of one kind. */
const MOST = 99_999

/** The sum of what was typed; `mal` names fields without a valid number. */
export function readConteo({ billetes, monedas }: Escrito) {
  const filas = BILLETES.map((valor) => {
    const text = (billetes[valor] ?? '').trim()
    const typed = numeroEscrito(text, 0)
    return { valor, text, cuantos: typed >= 0 && typed <= MOST ? typed : null }
  })
  const coins = monedas.trim() === '' ? 0 : parseDesdeCero(monedas)
  const mal = filas.filter(({ text, cuantos }) => text !== '' && cuantos === null).map(({ valor }) => valor)
  const contados: Billete[] = filas.flatMap(({ valor, cuantos }) => (cuantos ? [{ valor, cuantos }] : []))
  const isEmpty = monedas.trim() === '' && filas.every(({ text }) => text === '')
  return {
    contados,
    mal,
    isEmpty,
    isMonedasMal: coins === null,
    monedas: coins ?? 0,
    total: Math.round((sumaDe(contados) + (coins ?? 0)) * 100) / 100,
  }
}

/** The count by notes. The expected cash is not on this screen. */
export function Conteo({
  escrito,
  isBusy,
  problem,
  tried,
  onChange,
  onCounted,
}: {
  escrito: Escrito
  isBusy: boolean
  problem: string | null
  /** How often it was submitted: from the first time on, wrong fields are marked. */
  tried: number
  onChange: (escrito: Escrito) => void
  onCounted: () => void
}) {
  const { contados, mal, isEmpty, isMonedasMal, monedas, total } = readConteo(escrito)
  const form = useFirstWrong(tried)
  const id = useId()
  const first = useFirstField<HTMLInputElement>()
  const billetes = contados.reduce((sum, { cuantos }) => sum + cuantos, 0)
  function send(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onCounted()
  }
  return (
    <form className={styles.contar} ref={form} noValidate onSubmit={send}>
      <table className={styles.billetes}>
        <caption className="visually-hidden">Lo que hay en el cajón</caption>
        <thead>
          <tr>
            <th scope="col">Billete</th>
            <th scope="col">Cuántos</th>
            <th scope="col">Suma</th>
          </tr>
        </thead>
        <tbody>
          {BILLETES.map((valor, index) => (
            <tr key={valor}>
              <th scope="row">
                <label htmlFor={`${id}-${valor}`}>{sinCentavos(valor)}</label>
              </th>
              <td>
                <input
                  id={`${id}-${valor}`}
                  inputMode="numeric"
                  autoComplete="off"
                  ref={index === 0 ? first : undefined}
                  maxLength={6}
                  aria-invalid={(tried > 0 && mal.includes(valor)) || undefined}
                  value={escrito.billetes[valor] ?? ''}
                  onFocus={({ target }) => target.select()}
                  onChange={({ target }) =>
                    onChange({ ...escrito, billetes: { ...escrito.billetes, [valor]: target.value } })
                  }
                />
              </td>
              <td>{formatPesos(valor * (contados.find((one) => one.valor === valor)?.cuantos ?? 0))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <label htmlFor={`${id}-monedas`}>Monedas</label>
            </th>
            <td>
              <input
                id={`${id}-monedas`}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                placeholder="$ en total"
                aria-invalid={(tried > 0 && (isMonedasMal || isEmpty)) || undefined}
                value={escrito.monedas}
                onFocus={({ target }) => target.select()}
                onChange={({ target }) => onChange({ ...escrito, monedas: target.value })}
              />
            </td>
            <td>{formatPesos(monedas)}</td>
          </tr>
        </tbody>
      </table>
      <div className={styles.panel}>
        <p className="muted">Contaste</p>
        <p className={styles.total} role="status">
          {formatPesos(total)}
        </p>
        <p>
          {count(billetes, 'billete')} y {formatPesos(monedas)} en monedas
        </p>
        <p className={styles.ciega}>
          <Lock size={20} aria-hidden />
          <span>
            <b>Primero contá, después se ve cuánto tenía que haber.</b> Así la cuenta vale.
          </span>
        </p>
        {tried > 0 && (mal.length > 0 || isMonedasMal) && (
          <Notice tone="error">Hay cantidades que no son números: revisá las marcadas.</Notice>
        )}
        {tried > 0 && isEmpty && (
          <Notice tone="error">Escribí lo que contaste. Si no hay nada, poné 0 en monedas.</Notice>
        )}
        {problem && <Notice tone="error">{problem}</Notice>}
        <BusyButton type="submit" variant="primary" isBusy={isBusy} busyText="Sumando…">
          Ya conté
        </BusyButton>
      </div>
    </form>
  )
}

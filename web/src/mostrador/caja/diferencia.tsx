import type { TurnoDetalle } from '@imprimitodo/shared/api/caja'
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import { diferenciaTitle } from '@imprimitodo/shared/rules/dinero/caja'
import { RotateCcw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { TextAreaField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useFirstField } from '../first-field.ts'
import { useFirstWrong } from '../first-wrong.ts'
import { conSigno, parseDesdeCero } from '../importe.ts'
import { ImporteField } from '../importe-field.tsx'
import styles from './count.module.css'
import { diferenciaText, parteTitle } from './textos.ts'

/** The result of a count. Pesos. */
export type CountResult = {
  esperado: number
  contado: number
  diferencia: number
  efectivo: NonNullable<TurnoDetalle['efectivo']>
}
export type Cierre = { nota: string; queda: number }

/** The count against the expected cash, the reason of a difference, and what stays in the drawer. */
export function Diferencia({
  fondo,
  said: { esperado, contado, diferencia, efectivo },
  isBusy,
  problem,
  onAgain,
  onClose,
}: {
  fondo: number
  said: CountResult
  isBusy: boolean
  problem: string | null
  onAgain: () => void
  onClose: (cierre: Cierre) => void
}) {
  const [nota, setNota] = useState('')
  const [queda, setQueda] = useState(typedNumero(Math.min(fondo, contado)))
  const [tried, setTried] = useState(0)
  const form = useFirstWrong(tried)
  // The focus does not go to the button: the Enter that counts, pressed twice or held, would close the shift for good
  const result = useFirstField<HTMLDListElement>()
  const pesos = parseDesdeCero(queda)
  const wrong =
    pesos === null
      ? 'Escribí cuánto queda, como 30.000.'
      : pesos > contado
        ? 'No puede quedar más de lo que contaste.'
        : null
  function send(event: FormEvent) {
    event.preventDefault()
    setTried(tried + 1)
    if (!isBusy && pesos !== null && !wrong) onClose({ nota, queda: pesos })
  }
  return (
    <form className={styles.cerrar} ref={form} noValidate onSubmit={send}>
      <div className={styles.cuenta}>
        <p className="visually-hidden" role="status">
          {diferenciaText(diferencia)}
        </p>
        <dl className={styles.resta} ref={result} tabIndex={-1}>
          <div>
            <dt>Contaste</dt>
            <dd>{formatPesos(contado)}</dd>
          </div>
          <div>
            <dt>Tenía que haber</dt>
            <dd>{conSigno(esperado)}</dd>
          </div>
          <div className={cx(diferencia < 0 && styles.falta, diferencia > 0 && styles.sobra)}>
            <dt>{diferenciaTitle(diferencia)}</dt>
            <dd>{formatPesos(Math.abs(diferencia))}</dd>
          </div>
        </dl>
        <section aria-labelledby="sale">
          <h2 id="sale">De dónde sale lo que tenía que haber</h2>
          <table className={styles.partes}>
            <tbody>
              <tr>
                <th scope="row">Fondo al abrir</th>
                <td>{formatPesos(fondo)}</td>
              </tr>
              {efectivo.map((parte) => (
                <tr key={parte.que} className={cx(parte.importe < 0 && styles.out)}>
                  <th scope="row">{parteTitle(parte)}</th>
                  <td>{conSigno(parte.importe)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Tenía que haber</th>
                <td>{conSigno(esperado)}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      </div>
      <div className={styles.panel}>
        <TextAreaField
          label="Qué pasó"
          hint="Queda en el cierre."
          maxLength={300}
          rows={2}
          value={nota}
          onChange={({ target }) => setNota(target.value)}
        />
        <ImporteField
          label="Queda en el cajón ($)"
          value={queda}
          error={tried > 0 ? wrong : null}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setQueda(target.value)}
        />
        <p className={styles.retira}>
          <span className="muted">Se retira</span>
          <b className={styles.importe}>
            {pesos === null || wrong ? '—' : formatPesos(toPesos(toCentavos(contado) - toCentavos(pesos)))}
          </b>
        </p>
        {problem && <Notice tone="error">{problem}</Notice>}
        <BusyButton type="submit" variant="primary" isBusy={isBusy} busyText="Cerrando…">
          Cerrar el turno
        </BusyButton>
        <Button icon={RotateCcw} onClick={onAgain}>
          Volver a contar
        </Button>
        <p className="muted">Al cerrar sale la hoja del turno para firmar. Después no se cambia nada.</p>
      </div>
    </form>
  )
}

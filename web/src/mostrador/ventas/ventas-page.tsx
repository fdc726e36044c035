import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { MEDIO_CAJA_TITLES, MEDIOS_CAJA, type MedioCaja } from '@imprimitodo/shared/rules/dinero/caja'
import { useRef, useState } from 'react'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { parseImporte } from '../importe.ts'
import { ImporteField } from '../importe-field.tsx'
import { Heading } from '../layout/heading.tsx'
import { useVenta, type Venta } from './use-venta.ts'
import styles from './ventas.module.css'

const IMPORTE_REQUIRED = 'Escribí el importe en pesos, como 12.500 o 99,90.'

const MEDIOS = MEDIOS_CAJA.map((value) => ({ value, label: MEDIO_CAJA_TITLES[value] }))

/** A sale at the counter gives the customer their points. */
export function VentasPage() {
  const [email, setEmail] = useState('')
  const [importe, setImporte] = useState('')
  const [medio, setMedio] = useState<MedioCaja | null>(null)
  const [tried, setTried] = useState(false)
  const { sell, isBusy, problems, ventas, correct } = useVenta()
  const emailInput = useRef<HTMLInputElement>(null)
  const importeInput = useRef<HTMLInputElement>(null)
  const pesos = parseImporte(importe)
  const wrongEmail = emailProblem(email)

  async function send() {
    setTried(true)
    if (wrongEmail) return emailInput.current?.focus()
    if (pesos === null) return importeInput.current?.focus()
    if (medio === null) return
    if (!(await sell(email.trim(), pesos, medio))) return
    setTried(false)
    setEmail('')
    setImporte('')
    setMedio(null)
    emailInput.current?.focus()
  }

  return (
    <div className={styles.page}>
      <div>
        <Heading title="Ventas" />
        <p className="muted">Una compra en el mostrador también suma puntos.</p>
      </div>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label="E-mail del cliente"
          type="email"
          autoComplete="off"
          maxLength={320}
          ref={emailInput}
          value={email}
          error={problems.email ?? (tried ? wrongEmail : null)}
          onChange={({ target }) => {
            correct()
            setEmail(target.value)
          }}
        />
        <ImporteField
          label="Importe"
          hint={pesos === null ? 'Lo que pagó, en pesos.' : `Son ${formatPesos(pesos)}.`}
          ref={importeInput}
          value={importe}
          error={problems.importe ?? (tried && pesos === null ? IMPORTE_REQUIRED : null)}
          onChange={({ target }) => {
            correct()
            setImporte(target.value)
          }}
        />
        <div className={styles.medio}>
          <b>Cómo paga</b>
          <Segmented
            label="Cómo paga"
            options={MEDIOS}
            value={medio}
            onChange={(chosen) => {
              correct()
              setMedio(chosen)
            }}
          />
          {(problems.medio ?? (tried && medio === null)) && (
            <FieldError>{problems.medio ?? 'Elegí cómo paga.'}</FieldError>
          )}
        </div>
        {problems.general && <Notice tone="error">{problems.general}</Notice>}
        <BusyButton type="submit" variant="primary" isBusy={isBusy} busyText="Sumando…">
          Sumar puntos
        </BusyButton>
      </form>
      <Ultimas ventas={ventas} />
    </div>
  )
}

function Ultimas({ ventas }: { ventas: readonly Venta[] }) {
  const [last, ...earlier] = ventas
  return (
    <section className={styles.last} aria-label="Ventas de esta visita">
      <div role="status">
        {last && (
          <Notice tone="done" still>
            <b>{count(last.puntos, 'punto')}</b> para {last.email} por {formatPesos(last.importe)}. Ahora
            tiene <b>{count(last.saldo, 'punto')}</b>.
            {last.recortados > 0 &&
              ` ${last.recortados === 1 ? 'Otro punto no se sumó: pasa' : `Otros ${count(last.recortados, 'punto')} no se sumaron: pasan`} el tope por venta o por día.`}
          </Notice>
        )}
      </div>
      {earlier.length > 0 && (
        <ul>
          {earlier.map(({ clave, cuando, email, importe, puntos }) => (
            <li key={clave}>
              <time>{formatTime(cuando)}</time>
              <span>{email}</span>
              <span>{formatPesos(importe)}</span>
              <b>+{count(puntos, 'punto')}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

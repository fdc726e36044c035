import { CUIT_INVALID, isCuit } from '@imprimitodo/shared/rules/base/cuit'
import {
  CONDICION_TITLES,
  type CondicionIva,
  CUIT_BLOCKS,
  DATOS_REQUIRED,
  type DatosDeFactura,
  datosProblems,
  isCondicionIva,
} from '@imprimitodo/shared/rules/dinero/factura'
import { useQuery } from '@tanstack/react-query'
import { Check, FileText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { messagesIn } from '../api/reason.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceCards } from '../ui/form/choice-cards.tsx'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import styles from './facturar.module.css'
import { padronQuery } from './queries.ts'
import { Sugerencia } from './sugerencia.tsx'

/** None is preselected: it decides the letter of the invoice. */
const CONDICIONES = (['CF', 'MT', 'RI'] as const).map((value) => ({ value, label: CONDICION_TITLES[value] }))

const EMPTY: DatosDeFactura = { cuit: '', nombre: '', direccion: '', condicion_iva: '' }
type Problems = Partial<Record<keyof DatosDeFactura, string | null>>

/** The four fields. `onProblem` gets the server's message; `onSent` the invoice's address, null after a failure. */
export function Formulario({
  pedidoId,
  problem,
  onProblem,
  onSent,
}: {
  pedidoId: string
  problem: string | null
  onProblem: (problem: string | null) => void
  onSent: (urlPdf: string | null) => Promise<unknown>
}) {
  const [datos, setDatos] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>({})
  const { isBusy, run } = useBusy()
  const isValidCuit = isCuit(datos.cuit)
  const { data: constancia } = useQuery({ ...padronQuery(pedidoId, datos.cuit), enabled: isValidCuit })

  function change(part: Partial<DatosDeFactura>) {
    setDatos({ ...datos, ...part })
    const touched = Object.fromEntries(Object.keys(part).map((name) => [name, null]))
    const cuit = part.cuit !== undefined && isWrongAlready(part.cuit) ? CUIT_INVALID : null
    setProblems({ ...problems, ...touched, ...(cuit && { cuit }) })
    onProblem(null)
  }
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const found = datosProblems(datos)
    setProblems(found)
    const first = (Object.keys(found) as (keyof DatosDeFactura)[]).find((name) => found[name])
    if (first) {
      onProblem(first === 'cuit' && datos.cuit ? CUIT_BLOCKS : DATOS_REQUIRED)
      return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    }
    void run(async () => {
      const { urlPdf, text } = await issue(pedidoId, datos)
      onProblem(text)
      // After a lost answer too: the invoice may have been issued
      await onSent(urlPdf)
    })
  }

  const field = (name: 'cuit' | 'nombre' | 'direccion') => ({
    name,
    value: datos[name],
    error: problems[name],
    required: true,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  })
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-label="Datos de la factura">
      <Field
        {...field('cuit')}
        label="CUIT"
        onBlur={() => datos.cuit && !isValidCuit && setProblems({ ...problems, cuit: CUIT_INVALID })}
        inputMode="numeric"
        autoComplete="off"
        placeholder="Los 11 dígitos, sin guiones"
        className={styles.digits}
        below={
          isValidCuit && (
            <p className={styles.fine} role="status">
              <Check size={18} strokeWidth={2.6} aria-hidden />
              CUIT válido
            </p>
          )
        }
      />
      {constancia && isValidCuit && (
        <Sugerencia constancia={constancia} datos={datos} onUse={(suggested) => change({ ...suggested })} />
      )}
      <Field {...field('nombre')} label="Nombre o razón social" autoComplete="name" maxLength={200} />
      <Field {...field('direccion')} label="Dirección" autoComplete="street-address" maxLength={200} />
      <ChoiceCards
        label="Condición frente al IVA"
        asField="condicion_iva"
        inRows
        choices={CONDICIONES}
        value={isCondicionIva(datos.condicion_iva) ? datos.condicion_iva : null}
        error={problems.condicion_iva ?? null}
        onChange={(condicion_iva: CondicionIva) => change({ condicion_iva })}
      />
      {constancia?.condicion_iva &&
        isCondicionIva(datos.condicion_iva) &&
        constancia.condicion_iva !== datos.condicion_iva && (
          <Notice tone="warning">
            Según ARCA tu condición es <b>{CONDICION_TITLES[constancia.condicion_iva]}</b>. Con otra puede
            rechazar la factura.
          </Notice>
        )}
      <div className={styles.send}>
        {problem && <Notice tone="error">{problem}</Notice>}
        <Button
          variant="primary"
          type="submit"
          icon={FileText}
          aria-disabled={isBusy || undefined}
          className={styles.action}
        >
          {isBusy ? 'Emitiendo…' : 'Emitir factura'}
        </Button>
      </div>
    </form>
  )
}

/** Whether more typing cannot mend it: it is complete, or contains a character that no CUIT has. */
const isWrongAlready = (cuit: string): boolean => (cuit.length >= 11 || /\D/.test(cuit)) && !isCuit(cuit)

/** The invoice's address, or the message. */
type Enviado = { urlPdf: string; text: null } | { urlPdf: null; text: string }

async function issue(
  pedido_id: string,
  { cuit, nombre, direccion, condicion_iva }: DatosDeFactura,
): Promise<Enviado> {
  const failed = (text: string): Enviado => ({ urlPdf: null, text })
  try {
    const body = { cuit, nombre: nombre.trim(), direccion: direccion.trim(), condicion_iva }
    const answer = await call('POST /api/facturar/:pedido_id/', { params: { pedido_id }, body })
    return answer.ok
      ? { urlPdf: answer.data.url_pdf, text: null }
      : failed(`❌ Error al emitir la factura: ${messagesIn(answer.data).error ?? 'Error desconocido'}`)
  } catch {
    return failed('❌ Error de conexión con el servidor')
  }
}

import type { CuentaCorriente } from '@imprimitodo/shared/api/cuentas-corrientes'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import { MEDIO_CAJA_TITLES } from '@imprimitodo/shared/rules/dinero/caja'
import { MEDIOS_PAGO_CUENTA, type MedioPagoCuenta } from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { isFinal } from '../../api/rechazo.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import styles from '../dueno/dueno.module.css'
import { FormDialog } from '../form-dialog.tsx'
import { parseImporte } from '../importe.ts'
import { ImporteField } from '../importe-field.tsx'
import { type Problemas, problemasOf } from '../problemas.ts'
import { useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'
import { useCuentasAgain } from './queries.ts'
import { ReciboButtons, type Recibos } from './recibos.tsx'

const CAMPOS = ['importe', 'medio', 'referencia', 'sucursal'] as const
const MEDIOS = MEDIOS_PAGO_CUENTA.map((value) => ({ value, label: MEDIO_CAJA_TITLES[value] }))
const REFERENCIAS: Record<Exclude<MedioPagoCuenta, 'efectivo'>, string> = {
  transferencia: 'Número de la transferencia',
  posnet: 'Número del cupón',
}

type Pagado = { movimiento_id: number; importe: number; saldo: number }

/** Takes money for the debt, then shows the receipt. */
export function PayDialog({
  cuenta,
  recibos,
  onClose,
}: {
  cuenta: CuentaCorriente
  recibos: Recibos
  onClose: () => void
}) {
  const [pagado, setPagado] = useState<Pagado | null>(null)
  if (!pagado) return <Pay cuenta={cuenta} onPagado={setPagado} onClose={onClose} />
  return (
    <Dialog
      title={`Recibo ${pagado.movimiento_id}`}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      }
    >
      <Notice tone="done" still>
        <b>{formatPesos(pagado.importe)}</b> cobrados a {cuenta.nombre}.{' '}
        {pagado.saldo > 0 ? `Debe ${formatPesos(pagado.saldo)}.` : 'No debe nada más.'}
      </Notice>
      <p>Imprimile el recibo:</p>
      <ReciboButtons cuenta={cuenta} recibos={recibos} movimiento_id={pagado.movimiento_id} />
    </Dialog>
  )
}

function Pay({
  cuenta,
  onPagado,
  onClose,
}: {
  cuenta: CuentaCorriente
  onPagado: (pagado: Pagado) => void
  onClose: () => void
}) {
  // One key for the dialog: however often it is sent, the payment is made once
  const [clave] = useState(newId)
  const [importe, setImporte] = useState(typedNumero(cuenta.saldo))
  const [medio, setMedio] = useState<MedioPagoCuenta>('efectivo')
  const [referencia, setReferencia] = useState('')
  const donde = useDonde(cuenta)
  const [problemas, setProblemas] = useState<Problemas<(typeof CAMPOS)[number]>>({})
  // After a lost answer the payment may have been made, and the debt be smaller: the server tells by the key
  const [isUnknown, setUnknown] = useState(false)
  const again = useCuentasAgain()
  const { mutate, isPending } = useMutation({
    mutationFn: (pesos: number) =>
      ask('POST /api/mostrador/cuentas-corrientes/:id/pagos', {
        params: { id: String(cuenta.id) },
        clave,
        body: {
          importe: pesos,
          medio,
          sucursal: donde.sucursal,
          referencia: medio === 'efectivo' ? null : referencia.trim(),
        },
      }),
    onSuccess: (answer) => {
      void again()
      if (!answer.ok && !isFinal(answer)) setUnknown(true)
      if (!answer.ok) return setProblemas(problemasOf(CAMPOS, answer, 'No se pudo cobrar.'))
      showToast(`${formatPesos(answer.data.importe)} cobrados a ${cuenta.nombre}.`)
      onPagado(answer.data)
    },
    onError: () => {
      void again()
      setUnknown(true)
      setProblemas({ general: 'No hay conexión. Probá de nuevo: se cobra una sola vez.' })
    },
  })
  function send() {
    const pesos = parseImporte(importe)
    const most = isUnknown ? Number.POSITIVE_INFINITY : cuenta.saldo
    setProblemas(problemOf(pesos, most))
    if (pesos !== null && pesos <= most) mutate(pesos)
  }
  return (
    <FormDialog
      title={`Cobrar a ${cuenta.nombre}`}
      action="Cobrar"
      busyText="Cobrando…"
      isBusy={isPending}
      problems={problemas}
      onSubmit={send}
      onClose={onClose}
    >
      <ImporteField
        label="Importe ($)"
        hint={`Debe ${formatPesos(cuenta.saldo)}. Puede pagar una parte.`}
        value={importe}
        error={problemas.importe}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setImporte(target.value)}
      />
      <Segmented label="Cómo paga" options={MEDIOS} value={medio} onChange={setMedio} />
      {medio !== 'efectivo' && (
        <Field
          label={REFERENCIAS[medio]}
          autoComplete="off"
          maxLength={60}
          value={referencia}
          error={problemas.referencia}
          onChange={({ target }) => setReferencia(target.value)}
        />
      )}
      {donde.nombres.length > 0 && (
        <SelectField
          label="En qué sucursal"
          value={donde.sucursal ?? ''}
          error={problemas.sucursal}
          onChange={({ target }) => donde.setSucursal(target.value)}
        >
          {donde.nombres.map((nombre) => (
            <option key={nombre}>{nombre}</option>
          ))}
        </SelectField>
      )}
      <p className={styles.hint}>El efectivo entra en el cajón que está abierto.</p>
      {(problemas.general ?? problemas.medio) && (
        <Notice tone="error">{problemas.general ?? problemas.medio}</Notice>
      )}
    </FormDialog>
  )
}

function problemOf(pesos: number | null, saldo: number): Problemas<(typeof CAMPOS)[number]> {
  if (pesos === null) return { importe: 'Escribí el importe en pesos, como 12.500.' }
  return pesos > saldo ? { importe: `Debe ${formatPesos(saldo)}: no se le puede cobrar más.` } : {}
}

/** The branch whose till takes it; a person of one branch is not asked. */
function useDonde({ sucursal: own }: CuentaCorriente) {
  const session = useMostradorSession()
  const { data = [] } = useSucursales()
  const [chosen, setSucursal] = useState<string | null>(own)
  const isFixed = session?.sucursal !== null
  return {
    nombres: isFixed ? [] : data.map(({ nombre }) => nombre),
    sucursal: isFixed ? null : (chosen ?? data[0]?.nombre ?? null),
    setSucursal,
  }
}

import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { VentaDevolvible } from '@imprimitodo/shared/api/ventas'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import {
  MEDIO_CAJA_TITLES,
  MEDIOS_MOVIMIENTO,
  type MedioMovimiento,
} from '@imprimitodo/shared/rules/dinero/caja'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '../../../api/new-id.ts'
import { dataOf, RefusedError } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FieldError } from '../../../ui/form/field.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { Spinner } from '../../../ui/notice/spinner.tsx'
import { showToast } from '../../../ui/notice/toasts.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { motivoProblem, motivoText, SIN_MOTIVO } from '../../motivo.tsx'
import { numerosText } from '../../numeros.ts'
import { type Problemas, problemasOf } from '../../problemas.ts'
import { pedidoKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import { useWhileOpen } from '../../while-open.ts'
import { readImporte } from './devolucion.ts'
import { DevolucionFields } from './devolucion-fields.tsx'

const CAMPOS = ['importe', 'medio', 'motivo'] as const
type Campo = (typeof CAMPOS)[number]

type Around = { pedido: PedidoMostrador; onClose: () => void; onDone: () => void }

/** Refunds a sale of the counter, in full or in part, by a chosen means. */
export function RefundVentaDialog({ venta_id, ...around }: Around & { venta_id: number }) {
  const { data, error } = useQuery({
    queryKey: devolvibleKey(venta_id),
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/ventas/:id/devolver', { params: { id: String(venta_id) }, signal })),
    staleTime: 0,
    gcTime: 0, // a colleague may have refunded a part since
  })
  if (data) return <Refunding {...around} devolvible={data} />
  return (
    <Dialog
      title="Devolver dinero"
      onClose={around.onClose}
      actions={<Button onClick={around.onClose}>No, volver</Button>}
    >
      {error ? (
        <Notice tone="error">
          {error instanceof RefusedError ? error.message : 'No hay conexión con el servidor. Probá de nuevo.'}
        </Notice>
      ) : (
        <Spinner label="Mirando cuánto se puede devolver…" visible />
      )}
    </Dialog>
  )
}

const devolvibleKey = (venta_id: number) => ['devolvible-de-venta', venta_id]

function Refunding({ pedido, devolvible, onClose, onDone }: Around & { devolvible: VentaDevolvible }) {
  const cache = useQueryClient()
  // One key for the dialog: however often it is sent, the refund is made once
  const [clave] = useState(newId)
  const medios = mediosDe(devolvible)
  const [medio, setMedio] = useState<MedioMovimiento | null>(() => medioOf(pedido, medios))
  const left = quedaEn(devolvible, medio)
  const whole = typedNumero(left)
  const [parte, setParte] = useState<string | null>(null)
  const importe = parte ?? whole
  const [motivo, setMotivo] = useState(SIN_MOTIVO)
  const [problemas, setProblemas] = useState<Problemas<Campo>>({})
  const close = useWhileOpen(onClose)
  /** It is recorded and under way: there is nothing left to send. */
  const [isQueued, setQueued] = useState(false)

  const { mutate, isPending } = useMutation({
    mutationFn: (asked: { importe: number; medio: MedioMovimiento }) =>
      ask('POST /api/mostrador/ventas/:id/devolver', {
        params: { id: String(devolvible.venta_id) },
        body: { ...asked, motivo: motivoText(motivo) },
        clave,
      }),
    onSuccess: (answer, asked) => {
      for (const { pedido_id } of devolvible.pedidos)
        void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
      setQueued(answer.codigo === 'devolucion_anotada')
      if (!answer.ok) return setProblemas(problemasOf(CAMPOS, answer, 'No se pudo devolver.'))
      onDone()
      showToast(`Se devolvieron ${formatPesos(asked.importe)} de la venta ${devolvible.venta_id}.`)
      close()
    },
    onError: () =>
      setProblemas({ general: 'No hay conexión con el servidor. Probá de nuevo: se devuelve una sola vez.' }),
  })

  function send() {
    const pesos = readImporte(importe, left)
    const wrong = motivoProblem(motivo)
    setProblemas({
      ...(medio === null && { medio: 'Elegí cómo se devuelve.' }),
      ...(typeof pesos === 'string' && { importe: pesos }),
      ...(wrong && { motivo: wrong }),
    })
    if (medio !== null && typeof pesos === 'number' && !wrong) mutate({ importe: pesos, medio })
  }

  return (
    <FormDialog
      title={`Devolver dinero de la venta ${devolvible.venta_id}`}
      action="Devolver"
      busyText="Devolviendo…"
      isBusy={isPending}
      onlyClose={isQueued ? 'Entendido' : undefined}
      problems={problemas}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {devolvible.pedidos.length > 1 &&
          `Es de los pedidos ${numerosText(
            devolvible.pedidos.flatMap(({ numero }) => numero ?? []),
            devolvible.pedidos.length,
          )}. `}
        {textOf(medio)} Como mucho {formatPesos(left)}.
      </p>
      <Segmented
        label="Cómo se devuelve"
        options={medios.map((value) => ({ value, label: MEDIO_CAJA_TITLES[value] }))}
        value={medio}
        disabled={isQueued}
        onChange={(chosen) => {
          setMedio(chosen)
          setParte(null)
        }}
      />
      {problemas.medio && <FieldError>{problemas.medio}</FieldError>}
      <DevolucionFields
        importe={importe}
        whole={whole}
        motivo={motivo}
        problemas={problemas}
        isQueued={isQueued}
        onImporte={(text) => setParte(text === whole ? null : text)}
        onMotivo={setMotivo}
      />
    </FormDialog>
  )
}

/**
 * The means by which a part can be refunded: the provider refunds what it took, charges on account are taken
 * off the account, the rest is handed over by any other means.
 */
const mediosDe = (devolvible: VentaDevolvible): MedioMovimiento[] =>
  MEDIOS_MOVIMIENTO.filter((medio) => quedaEn(devolvible, medio) > 0)

/** The means it was paid by, if there was only one; else the clerk chooses. */
function medioOf({ pagos }: PedidoMostrador, medios: readonly MedioMovimiento[]): MedioMovimiento | null {
  const paid = new Set(
    pagos.flatMap(({ estado, medio, en_caja }) =>
      estado === 'approved' ? [en_caja ? medio : 'mercadopago'] : [],
    ),
  )
  const [only] = [...paid]
  return (
    (paid.size === 1 && medios.find((medio) => medio === only)) || (medios.length === 1 && medios[0]) || null
  )
}

function quedaEn({ mostrador, mercadopago, cuenta }: VentaDevolvible, medio: MedioMovimiento | null): number {
  if (medio === 'mercadopago') return mercadopago
  return medio === 'cuenta' ? cuenta : mostrador
}

function textOf(medio: MedioMovimiento | null): string {
  if (medio === 'mercadopago') return 'Vuelve al mismo medio con que pagó.'
  if (medio === 'efectivo') return 'Entregalo en mano: queda descontado de la caja.'
  if (medio === 'cuenta') return 'Se descuenta de la cuenta corriente: no sale de la caja.'
  if (medio === null) return 'Elegí cómo se lo devolvés.'
  return 'Hacelo vos en el posnet o en el banco: acá queda anotado.'
}

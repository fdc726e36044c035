import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { TextLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { useOnline } from '../../ui/notice/use-online.ts'
import { lazyOptional } from '../../ui/state/later.ts'
import { useContacto } from '../carrito/use-contacto.ts'
import { EntregaCampos } from './entrega.tsx'
import { bloqueoOf, type CampoDePaso3, type DeCampo, type ProblemasDePaso3 } from './modelo.ts'
import { NombreYNota } from './nombre-y-nota.tsx'
import styles from './paso3.module.css'
import { useCalculo, usePromesasYPago, useSucursal } from './queries.ts'
import { Resumen } from './resumen.tsx'
import { TiraDeImporte } from './tira.tsx'
import { TusDatos } from './tus-datos.tsx'
import { useCodigos } from './use-codigos.ts'

// Below all that must be filled in: an order can be paid without it
const Codigos = lazyOptional(async () => (await import('./codigos.tsx')).Codigos)

/** The form of step 3 beside its receipt. Typed texts are stored in the carrito, so that a reload keeps them. */
export function ConfirmacionForm({
  pedidoId,
  pedido,
  areLinesAwaited,
}: {
  pedidoId: string
  pedido: PedidoAnswer | undefined
  /** The order's first answer, or another that adds lines above the Pay button, has not arrived yet. */
  areLinesAwaited: boolean
}) {
  const { contacto: known, locked } = useContacto()
  const contacto = useSucursal(known, locked)
  const { promesas, pago } = usePromesasYPago(pedidoId)
  const [left, setLeft] = useState<ReadonlySet<CampoDePaso3>>(new Set())
  const [refused, setRefused] = useState<ProblemasDePaso3>({})
  const isOnline = useOnline()
  const { calculo, settle, retry } = useCalculo(contacto)
  const inputs = useRef<Partial<Record<CampoDePaso3, HTMLElement | null>>>({})
  const fields: DeCampo = {
    problemOf: (campo, problem) => refused[campo] ?? (left.has(campo) ? problem : null),
    leave: (campo) => setLeft((before) => new Set(before).add(campo)),
    correct: (campo) => setRefused(({ [campo]: _, ...others }) => others),
    inputRef: (campo) => (element) => {
      inputs.current[campo] = element
    },
  }
  const showProblems = (campo: CampoDePaso3 | null, campos: ProblemasDePaso3 = {}) => {
    setLeft(new Set(['email', 'celular', 'sucursal', 'direccion', 'nombre', 'nota']))
    setRefused(campos)
    if (campo) inputs.current[campo]?.focus()
  }

  const codigos = useCodigos({
    pedidoId,
    pedido,
    email: contacto.email,
    needEmail: () => showProblems('email'),
  })
  const bloqueo = bloqueoOf(contacto, calculo, pedido, { areCodigosBusy: codigos.isBusy, isOnline })

  return (
    <div className={styles.columns}>
      <div>
        <TiraDeImporte pedido={pedido} importe={codigos.importe} />
        <TusDatos {...fields} contacto={contacto} locked={locked} settleEmail={codigos.settleEmail} />
        <EntregaCampos
          {...fields}
          contacto={contacto}
          promesas={promesas}
          calculo={calculo}
          settle={settle}
          retry={retry}
        />
        <NombreYNota {...fields} contacto={contacto} />
        <Suspense fallback={<div className={styles.codigosToCome} />}>
          <Codigos usados={codigos} pedidoId={pedidoId} />
        </Suspense>
      </div>
      <aside className={styles.aside}>
        {/* Its lines are above the Pay button, which would move down as they arrive */}
        {areLinesAwaited ? (
          <Spinner label="Cargando el precio…" visible />
        ) : (
          <>
            <Resumen
              pedidoId={pedidoId}
              pedido={pedido}
              contacto={contacto}
              calculo={calculo}
              bloqueo={bloqueo}
              codigos={codigos}
              promesas={promesas}
              pago={pago}
              showProblems={showProblems}
            />
            <TextLink icon={ArrowLeft} to="/imprimitodo/paso2">
              Volver a las opciones
            </TextLink>
          </>
        )}
      </aside>
    </div>
  )
}

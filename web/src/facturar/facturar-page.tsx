import type { EstadoFactura } from '@imprimitodo/shared/api/facturas'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { pedidoQuery } from '../api/queries.ts'
import { isRefusedFor } from '../api/query-client.ts'
import { useLlave, useProveCorreo } from '../api/session/llave.ts'
import { EsTuPedido } from '../ui/es-tu-pedido.tsx'
import { FailedSheet } from '../ui/notice/failed-sheet.tsx'
import { PageLoading } from '../ui/notice/page-loading.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Denegado } from './denegado.tsx'
import { Emitida } from './emitida.tsx'
import { EnProceso } from './en-proceso.tsx'
import styles from './facturar.module.css'
import { Formulario } from './formulario.tsx'
import { estadoQuery, paraFacturarQuery } from './queries.ts'
import { ResumenPagado } from './resumen.tsx'

/**
 * The invoice of an order (`?pedido=`) or of this browser's last paid one: refused, ownership not proved yet,
 * issued, waiting, or the form.
 */
export function FacturarPage() {
  const [query] = useSearchParams()
  const named = query.get('pedido')
  const isOpening = useLlave(named)
  const asked = useQuery({ ...paraFacturarQuery(named), enabled: !isOpening })
  const id = asked.data?.pedido_id
  const estado = useQuery({ ...estadoQuery(id ?? ''), enabled: id !== undefined })
  const error = asked.error ?? estado.error
  return (
    <div className={`wrap ${styles.page}`}>
      <meta name="robots" content="noindex" />
      {id && estado.data ? (
        <Factura key={id} id={id} estado={estado.data} />
      ) : isRefusedFor(asked.error, 'no_existe') ? (
        <Denegado />
      ) : named && isRefusedFor(error, 'pedido_ajeno') ? (
        <DeQuien id={named} onProved={() => void (asked.error ? asked : estado).refetch()} />
      ) : error ? (
        <FailedSheet
          title="No pudimos ver tu factura"
          text="❌ Error al consultar el estado del pedido."
          isBusy={asked.isFetching || estado.isFetching}
          retry={() => void (asked.error ? asked : estado).refetch()}
        />
      ) : (
        <PageLoading label="Buscando tu pedido…" />
      )}
    </div>
  )
}

/** A visitor who has only the link proves to be the order's customer. */
function DeQuien({ id, onProved }: { id: string; onProved: () => void }) {
  const prove = useProveCorreo(id, onProved)
  return (
    <div className={styles.form}>
      <div>
        <PageHeading title={RUTAS['/facturar'].head.titulo} />
        <p className={`lead ${styles.lead}`}>La factura la pide quien hizo el pedido.</p>
      </div>
      <div className={styles.proof}>
        <EsTuPedido onProve={prove}>
          Escribí el correo con el que lo hiciste y seguís con la factura.
        </EsTuPedido>
      </div>
    </div>
  )
}

function Factura({ id, estado }: { id: string; estado: EstadoFactura }) {
  const queries = useQueryClient()
  /** The problem of the last attempt. It stays after the form is gone, where the invoice is queued. */
  const [problem, setProblem] = useState<string | null>(null)
  /** The address of the invoice that this page has just asked for. */
  const [issued, setIssued] = useState<string | null>(null)
  /** Reloads the invoice's state after success and failure: only the server knows all of it. */
  const look = (urlPdf: string | null) => {
    setIssued(urlPdf)
    void queries.invalidateQueries({ queryKey: pedidoQuery(id).queryKey })
    return queries.invalidateQueries({ queryKey: estadoQuery(id).queryKey })
  }
  const urlPdf = (estado.facturado && estado.url_pdf) || issued
  if (urlPdf)
    return (
      <Beside id={id}>
        <Emitida pedidoId={id} estado={estado} urlPdf={urlPdf} />
      </Beside>
    )
  if (estado.en_proceso)
    return (
      <Beside id={id}>
        <EnProceso pedidoId={id} problem={problem} />
      </Beside>
    )
  return (
    <>
      <div>
        <PageHeading title={RUTAS['/facturar'].head.titulo} />
        <p className={`lead ${styles.lead}`}>
          Se emite una sola vez por pedido. Revisá los datos antes de enviarla.
        </p>
      </div>
      <Beside id={id}>
        <Formulario pedidoId={id} problem={problem} onProblem={setProblem} onSent={look} />
      </Beside>
    </>
  )
}

/** Shows the order beside it. */
function Beside({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      {children}
      <div className={styles.aside}>
        <ResumenPagado pedidoId={id} />
      </div>
    </div>
  )
}

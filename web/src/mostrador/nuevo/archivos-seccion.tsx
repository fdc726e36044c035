import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { RetryNotice } from '../../ui/notice/retry-notice.tsx'
import { useFocusKept } from '../layout/heading.tsx'
import { ApplyToAll } from './apply-to-all.tsx'
import { ArchivosTabla } from './archivos-tabla.tsx'
import { DesdeElCelular } from './celular.tsx'
import { DropFiles } from './drop-files.tsx'
import { PrecioSinArchivos } from './presupuesto.tsx'
import type { VentaNueva } from './use-venta-nueva.ts'

/** The files of the sale: dropped anywhere, picked, or sent by the customer's phone. */
export function ArchivosSeccion({
  venta: { archivos, malos, lista, recepcion, sucursal },
  isBusy,
  isClosed,
}: {
  venta: VentaNueva
  isBusy: boolean
  /** Without prices the shop prints nothing; other goods are sold anyway. */
  isClosed: boolean
}) {
  const [rechazados, setRechazados] = useState<string[]>([])
  const { problema } = lista
  const keepFocus = useFocusKept(archivos.map(({ id }) => id).join())
  const remove = (id: string) => {
    keepFocus()
    lista.remove(id)
  }
  const isOut = isBusy || isClosed || !sucursal
  return (
    <section aria-labelledby="archivos">
      <h2 id="archivos">
        Archivos {archivos.length > 0 && <span className="muted">{count(archivos.length, 'archivo')}</span>}
      </h2>
      <DropFiles disabled={isBusy || isClosed} onFiles={(files) => setRechazados(lista.add(files))} />
      <DesdeElCelular disabled={isOut} recepcion={recepcion}>
        <PrecioSinArchivos disabled={isOut} sucursal={sucursal} />
      </DesdeElCelular>
      {rechazados.length > 0 && (
        <Notice tone="warning" onClose={() => setRechazados([])}>
          {rechazados.join(' ')}
        </Notice>
      )}
      {archivos.length > 1 && <ApplyToAll disabled={isBusy} onApply={lista.changeAll} />}
      <ArchivosTabla lista={{ ...lista, remove }} disabled={isBusy} />
      {malos.length > 1 && (
        <Button
          size="medium"
          disabled={isBusy}
          onClick={() => {
            for (const { id } of malos) remove(id)
          }}
        >
          Quitar los {malos.length} que no se pueden imprimir
        </Button>
      )}
      {problema && <RetryNotice retry={lista.retry}>{problema}</RetryNotice>}
    </section>
  )
}

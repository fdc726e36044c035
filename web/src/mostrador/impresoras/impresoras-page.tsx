import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { useImpresionesVivas, useImpresoras } from '../impresion/queries.ts'
import { Heading } from '../layout/heading.tsx'
import { LoadError } from '../loading.tsx'
import { useMostradorSession } from '../session/session.ts'
import { Agentes } from './agentes.tsx'
import { ImpresoraEditor } from './impresora-form.tsx'
import { ImpresoraItem } from './impresora-item.tsx'
import styles from './impresoras.module.css'

/** The printers of every branch: state, queue, capabilities. The owner adds, changes and retires them. */
export function ImpresorasPage() {
  const isOwner = useMostradorSession()?.rol === 'dueno'
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useImpresoras()
  const { data: vivas } = useImpresionesVivas('')
  const sucursales = [...new Set(data?.impresoras.map(({ sucursal }) => sucursal))]
  const of = (sucursal: string) => data?.impresoras.filter((one) => one.sucursal === sucursal) ?? []
  const queueOf = ({ id }: Impresora) => vivas?.filter(({ impresora }) => impresora.id === id) ?? []
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Heading title="Impresoras" />
        {isOwner && data && (
          <Button size="medium" variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            Agregar impresora
          </Button>
        )}
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label="Cargando las impresoras…" visible />}
      {data?.impresoras.length === 0 && (
        <EmptySheet>
          <p>
            Todavía no hay impresoras. Hacen falta dos cosas: un agente en la computadora de la sucursal, y la
            dirección de la impresora.
          </p>
        </EmptySheet>
      )}
      {sucursales.map((sucursal) => (
        <section key={sucursal} className={styles.sucursal} aria-label={sucursal}>
          <h2>{sucursal}</h2>
          <ul className={styles.list}>
            {of(sucursal).map((impresora) => (
              <ImpresoraItem
                key={impresora.id}
                impresora={impresora}
                cola={queueOf(impresora)}
                isOwner={isOwner}
              />
            ))}
          </ul>
        </section>
      ))}
      {data && <Agentes agentes={data.agentes} isOwner={isOwner} />}
      {isAdding && <ImpresoraEditor onClose={() => setAdding(false)} />}
    </div>
  )
}

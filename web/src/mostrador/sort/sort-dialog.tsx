import type { Answer } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Unloaded } from '../loading.tsx'
import { type Fila, ListaOrdenable } from './lista-ordenable.tsx'
import styles from './sort-dialog.module.css'

/** A list to sort; `titulo` is its heading where the dialog has several. */
export type ParaOrdenar = {
  clave: string
  titulo?: string
  filas: readonly Fila[]
  save: (ids: number[]) => Promise<Answer<unknown>>
}

/** Lists to sort, each by itself. Every move is saved at once, so there is nothing to confirm. */
export function SortDialog({
  title,
  listas,
  error = null,
  onSettled,
  onClose,
}: {
  title: string
  /** Undefined while they load. */
  listas: ParaOrdenar[] | undefined
  error?: Error | null
  onSettled: () => Promise<unknown>
  onClose: () => void
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      }
    >
      <div className={styles.lists}>
        <p className="muted">Arrastrá cada renglón a su lugar. Se guarda solo, y los clientes lo ven así.</p>
        <Unloaded query={{ data: listas, error, refetch: onSettled }} label="Cargando…" />
        {listas?.map(({ clave, titulo, filas, save }) => (
          <section key={clave} className={styles.one} aria-label={titulo}>
            {titulo && <h3>{titulo}</h3>}
            <ListaOrdenable label={titulo ?? title} filas={filas} save={save} onSettled={onSettled} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}

import { hojasOfrecidas } from '@imprimitodo/shared/rules/compra/precio'
import { BookOpen } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { startGrouping } from '../carrito/archivos.ts'
import { updateCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito, Carrito } from '../carrito/carrito-state.ts'
import type { Moved } from '../carrito/grupos.ts'
import { ArchivoFila } from './archivo-fila.tsx'
import styles from './lista.module.css'
import { setTodos } from './todos.ts'
import { TodosPanel } from './todos-panel.tsx'
import type { useLeidos } from './use-leidos.ts'

const NONE: ReadonlySet<string> = new Set()

/** Step 2 outside the groups: all files at once, then one by one. */
export function ListaDeArchivos({
  archivos,
  files: { leidos, precios, tarifas, avisosOf },
  restored,
  disabled,
  problems,
  onTodos,
  onRemove,
}: {
  archivos: readonly ArchivoCarrito[]
  files: ReturnType<typeof useLeidos>
  restored: boolean
  disabled: boolean
  problems: ReadonlyMap<string, string>
  onTodos: (change: (carrito: Carrito) => Moved) => void
  /** The function keeps its identity, so that a line is drawn again only when its own file changed. */
  onRemove: (id: string) => void
}) {
  const [open, setOpen] = useState(NONE)
  const several = archivos.length > 1
  const toggle = useCallback(
    (id: string) =>
      setOpen((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    [],
  )
  return (
    <div className={cx(several && styles.several)}>
      {several && (
        <div className={styles.todos}>
          <TodosPanel
            archivos={archivos}
            paginas={precios.total && paginasOf(leidos)}
            hojas={hojasOfrecidas(tarifas ?? {})}
            disabled={disabled}
            onChange={(opciones, what) =>
              onTodos((carrito) => ({
                carrito: setTodos(carrito, opciones),
                notice: `Los ${carrito.archivos.length} van ${what}.`,
              }))
            }
          />
        </div>
      )}
      <div className={styles.each}>
        {several && (
          <div className={styles.head}>
            <h2>Uno por uno</h2>
            <Button
              size="medium"
              icon={BookOpen}
              disabled={disabled}
              onClick={() => updateCarrito(startGrouping)}
            >
              Agrupar archivos
            </Button>
          </div>
        )}
        <div className={styles.list}>
          {archivos.map((archivo) => {
            const { id } = archivo
            const precio = precios.archivos.get(id)
            return (
              <ArchivoFila
                key={id}
                archivo={archivo}
                leido={leidos.get(id) ?? null}
                pesos={precio?.pesos ?? null}
                hasta={precio?.hasta ?? false}
                tarifas={tarifas}
                avisos={avisosOf(archivo)}
                isOpen={!several || open.has(id)}
                onToggle={several ? toggle : null}
                restored={restored}
                disabled={disabled}
                problem={problems.get(id)}
                onRemove={onRemove}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

const paginasOf = (leidos: ReadonlyMap<string, { paginas: number }>): number =>
  [...leidos.values()].reduce((sum, { paginas }) => sum + paginas, 0)

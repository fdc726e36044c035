import type { ProductoDueno } from '@imprimitodo/shared/api/catalogo'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { Foto } from '../../ui/foto.tsx'
import { ask } from '../session/ask.ts'
import { Carteles } from './carteles.tsx'
import { Categorias } from './categorias.tsx'
import { useAct, useDueno } from './datos.ts'
import styles from './dueno.module.css'
import { Lista, Marco } from './marco.tsx'
import { ProductoEditor } from './producto-editor.tsx'

/** Products, categories and signs. */
export function CatalogoPage() {
  const productos = useDueno('GET /api/mostrador/productos', undefined)
  const categorias = useDueno('GET /api/mostrador/categorias', undefined)
  const [texto, setTexto] = useState('')
  const [editing, setEditing] = useState<ProductoDueno | 'nuevo' | null>(null)
  const act = useAct()
  const wanted = texto.trim().toLowerCase()
  const shown = productos.data?.filter(({ nombre }) => nombre.toLowerCase().includes(wanted))
  const categoria = (id: number | null) => categorias.data?.find((one) => one.id === id)?.nombre ?? '—'
  return (
    <Marco title="Catálogo">
      <div className={styles.head}>
        <Field
          label="Buscar un producto"
          type="search"
          value={texto}
          onChange={({ target }) => setTexto(target.value)}
        />
        <Button variant="primary" size="medium" icon={Plus} onClick={() => setEditing('nuevo')}>
          Agregar producto
        </Button>
      </div>
      <Lista
        query={{ ...productos, data: shown }}
        label="Productos"
        columns={['Imagen', 'Producto', 'Categoría', 'Precio', 'Estado', 'Acciones']}
        empty={texto ? 'Ningún producto se llama así.' : 'Todavía no hay productos.'}
      >
        {(one) => (
          <tr key={one.id} className={cx(one.retirado && styles.off)}>
            <td>
              <span className={styles.thumb}>
                {one.imagenes[0] && <Foto imagen={mainOf(one)} alt="" sizes="48px" />}
              </span>
            </td>
            <th scope="row">{one.nombre}</th>
            <td>{categoria(one.categoria_id)}</td>
            <td className={styles.number}>
              {one.importe === null ? 'A consultar' : formatPesos(one.importe)}
            </td>
            <td>{one.retirado ? 'Retirado' : one.es_oferta ? 'En oferta' : 'En la vidriera'}</td>
            <td>
              <div className={styles.actions}>
                <TextButton onClick={() => setEditing(one)}>
                  Editar<span className="visually-hidden"> {one.nombre}</span>
                </TextButton>
                <TextButton
                  onClick={() =>
                    act(
                      one.retirado ? `«${one.nombre}» volvió a la vidriera` : `«${one.nombre}» se retiró`,
                      () =>
                        ask('POST /api/mostrador/productos/:id/retirar', {
                          params: { id: String(one.id) },
                          body: { retirado: !one.retirado },
                        }),
                    )
                  }
                >
                  {one.retirado ? 'Reponer' : 'Retirar'}
                  <span className="visually-hidden"> {one.nombre}</span>
                </TextButton>
              </div>
            </td>
          </tr>
        )}
      </Lista>
      <Categorias query={categorias} />
      <Carteles />
      {editing && (
        <ProductoEditor
          producto={editing === 'nuevo' ? null : editing}
          categorias={categorias.data ?? []}
          onClose={() => setEditing(null)}
        />
      )}
    </Marco>
  )
}

const mainOf = ({ imagenes }: ProductoDueno): string =>
  (imagenes.find(({ es_principal }) => es_principal) ?? imagenes[0])?.imagen ?? ''

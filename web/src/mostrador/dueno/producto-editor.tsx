import { type CategoriaDueno, type ProductoDueno, ProductoForm } from '@imprimitodo/shared/api/catalogo'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { PRODUCTO_IMAGENES_MAX } from '@imprimitodo/shared/rules/vidriera/producto'
import { useState } from 'react'
import { ask } from '../session/ask.ts'
import { useNow } from '../use-now.ts'
import { type CampoDeEditor, Editor } from './editor.tsx'
import { Fotos, type FotoValor } from './fotos.tsx'
import { checkOferta, editOferta, ofertaCampos, ofertaOf } from './producto-oferta.ts'
import { useReload } from './queries.ts'
import { numberOf, textOf, typed } from './valores.ts'
import { SIN_VIDEO, VideoCampo, type VideoValor } from './video-campo.tsx'

/** The form's initial values. */
const inicialOf = (producto: ProductoDueno | null) => ({
  nombre: producto?.nombre ?? '',
  texto: producto?.texto ?? '',
  importe: typed(producto?.importe),
  categoria_id: String(producto?.categoria_id ?? ''),
  es_oferta: producto?.es_oferta ?? false,
  precio_anterior: typed(producto?.precio_anterior),
  oferta_hasta: producto?.oferta_hasta ?? '',
  es_impresion: producto?.es_impresion ?? false,
})

export function ProductoEditor({
  producto,
  categorias,
  onClose,
}: {
  producto: ProductoDueno | null
  categorias: CategoriaDueno[]
  onClose: () => void
}) {
  const [fotos, setFotos] = useState<FotoValor[]>(producto?.imagenes ?? [])
  const [video, setVideo] = useState<VideoValor>(
    producto
      ? { video: producto.video ?? '', portada_id: producto.portada_id, portada: producto.portada }
      : SIN_VIDEO,
  )
  const [isUploading, setUploading] = useState(false)
  const reload = useReload()
  const today = dayOf(new Date(useNow()))
  const inicial = inicialOf(producto)
  const campos = (valores: typeof inicial): CampoDeEditor<keyof typeof inicial>[] => [
    { name: 'nombre', label: 'Nombre' },
    { name: 'texto', label: 'Descripción', kind: 'largo' },
    {
      name: 'categoria_id',
      label: 'Categoría',
      opciones: [
        ['', 'Sin categoría'],
        ...categorias.map(({ id, nombre }): [string, string] => [String(id), nombre]),
      ],
    },
    { name: 'importe', label: 'Precio ($)', kind: 'numero', hint: 'Vacío: a consultar.' },
    ...ofertaCampos(valores, producto, today),
    {
      name: 'es_impresion',
      label: 'Es una impresión o un anillado',
      kind: 'si',
      hint: 'Su página lleva a «Subir PDF».',
    },
  ]
  const bodyOf = (valores: typeof inicial) => ({
    nombre: textOf(valores.nombre),
    texto: textOf(valores.texto) || null,
    ...ofertaOf(valores),
    categoria_id: numberOf(valores.categoria_id),
    es_impresion: valores.es_impresion,
    video: video.video.trim() || null,
    portada_id: video.portada_id,
    imagenes: fotos.map(({ imagen_id, es_principal }) => ({ imagen_id, es_principal })),
  })
  return (
    <Editor
      title={producto ? `Editar ${producto.nombre}` : 'Agregar producto'}
      schema={ProductoForm}
      campos={campos}
      inicial={inicial}
      saved="Producto guardado"
      edit={(valores, name) => editOferta(valores, name, producto)}
      check={(valores) => ({
        ...checkOferta(valores, producto, today),
        ...(isUploading && { video: 'Esperá a que termine de subir, o cancelá la subida.' }),
      })}
      body={bodyOf}
      together={[['video', 'portada_id']]}
      save={(body) => ask('POST /api/mostrador/productos', { body })}
      change={
        producto &&
        ((body) => ask('PATCH /api/mostrador/productos/:id', { params: { id: String(producto.id) }, body }))
      }
      onSaved={reload}
      onClose={onClose}
      parts={['video', 'imagenes']}
    >
      {(problems) => (
        <>
          <VideoCampo valor={video} problems={problems} onChange={setVideo} onBusy={setUploading} />
          <Fotos fotos={fotos} max={PRODUCTO_IMAGENES_MAX} problem={problems.imagenes} onChange={setFotos} />
        </>
      )}
    </Editor>
  )
}

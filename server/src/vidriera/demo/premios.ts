/** Signs and prizes of the demo shop; `dibujo` is a picture of tools/dibujos. */
export const CARTELES = [
  {
    tipo: 'tradicional',
    titulo: 'Carteles tradicionales',
    texto: 'Chapa y lona tensada con estructura de caño. Los diseñamos, los hacemos y los colocamos.',
    dibujo: 'cartel-tradicional',
  },
  {
    tipo: 'luz_interior',
    titulo: 'Carteles con luz interior',
    texto: 'Caja de luz LED con frente de acrílico o lona backlight: tu negocio se ve también de noche.',
    dibujo: 'cartel-luz',
  },
  {
    tipo: 'tridimensional',
    titulo: 'Letras tridimensionales',
    texto: 'Letras corpóreas en acrílico, PVC o polifán, con o sin luz por detrás.',
    dibujo: 'cartel-corporeo',
  },
] as const

/** A point is a peso spent: none gives back more than a fifth of it. `cantidad`: stock, or the sheets of a multiple. */
export const PREMIOS = [
  {
    nombre: 'Hojas gratis',
    descripcion: 'Un código para imprimir en blanco y negro, doble faz, sin pagar.',
    puntos_requeridos: 20_000,
    cantidad: 10,
    es_codigo_canje: true,
    dibujo: 'premio-hojas',
  },
  {
    nombre: 'Llavero de la casa',
    descripcion: 'Acrílico, impreso de los dos lados, con tu inicial.',
    puntos_requeridos: 15_000,
    cantidad: 40,
    es_codigo_canje: false,
    dibujo: 'premio-llavero',
  },
  {
    nombre: 'Taza sublimada',
    descripcion: 'Cerámica de 300 ml con la foto que quieras.',
    puntos_requeridos: 60_000,
    cantidad: 15,
    es_codigo_canje: false,
    dibujo: 'premio-taza',
  },
  {
    nombre: 'Cuaderno A4 anillado',
    descripcion: 'Tapa dura, 84 hojas rayadas de 75 g.',
    puntos_requeridos: 68_000,
    cantidad: 12,
    es_codigo_canje: false,
    dibujo: 'premio-cuaderno',
  },
  {
    nombre: 'Gorra estampada',
    descripcion: 'Gabardina, talle regulable, con tu logo al frente.',
    puntos_requeridos: 85_000,
    cantidad: 10,
    es_codigo_canje: false,
    dibujo: 'premio-gorra',
  },
  {
    nombre: 'Mate con tu nombre',
    descripcion: 'De acero, con bombilla y caja.',
    puntos_requeridos: 105_000,
    cantidad: 8,
    es_codigo_canje: false,
    dibujo: 'premio-mate',
  },
  {
    nombre: 'Bandera argentina 90×150',
    descripcion: 'Tela náutica con sol, refuerzo y ojales.',
    puntos_requeridos: 190_000,
    cantidad: 4,
    es_codigo_canje: false,
    dibujo: 'premio-bandera',
  },
] as const

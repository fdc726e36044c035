CREATE TABLE "presupuestos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "presupuestos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"sucursal_id" integer NOT NULL,
	"operador_id" integer,
	"nombre" text,
	"pedido_id" text,
	"calculo" jsonb,
	"importe" bigint NOT NULL,
	"creado" timestamp with time zone NOT NULL,
	"vence" timestamp with time zone NOT NULL,
	CONSTRAINT "presupuestos_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "recepciones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recepciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"codigo_hash" text NOT NULL,
	"sucursal_id" integer NOT NULL,
	"operador_id" integer NOT NULL,
	"creada" timestamp with time zone NOT NULL,
	"vence" timestamp with time zone NOT NULL,
	"cerrada" timestamp with time zone,
	CONSTRAINT "recepciones_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "recepciones_codigo_hash_unique" UNIQUE("codigo_hash")
);
--> statement-breakpoint
CREATE TABLE "recibidos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recibidos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"recepcion_id" integer NOT NULL,
	"subida" text NOT NULL,
	"nombre" text NOT NULL,
	"bytes" bigint NOT NULL,
	"estado" text DEFAULT 'en_camino' NOT NULL,
	"paginas" integer,
	"problema" text,
	CONSTRAINT "recibidos_uno" UNIQUE("recepcion_id","subida")
);
--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "guardado_hasta" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "presupuestos" ADD CONSTRAINT "presupuestos_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presupuestos" ADD CONSTRAINT "presupuestos_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presupuestos" ADD CONSTRAINT "presupuestos_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recepciones" ADD CONSTRAINT "recepciones_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recepciones" ADD CONSTRAINT "recepciones_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recibidos" ADD CONSTRAINT "recibidos_recepcion_id_recepciones_id_fk" FOREIGN KEY ("recepcion_id") REFERENCES "public"."recepciones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "presupuestos_vence" ON "presupuestos" USING btree ("vence");--> statement-breakpoint
CREATE INDEX "presupuestos_pedido" ON "presupuestos" USING btree ("pedido_id");--> statement-breakpoint
CREATE INDEX "recepciones_vence" ON "recepciones" USING btree ("vence");
CREATE TABLE "arrepentimientos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "arrepentimientos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"codigo" text NOT NULL,
	"clave" text NOT NULL,
	"nombre" text NOT NULL,
	"email" text NOT NULL,
	"compra" text NOT NULL,
	"motivo" text,
	"creado" timestamp with time zone NOT NULL,
	"atendido" timestamp with time zone,
	"atendido_por" text,
	CONSTRAINT "arrepentimientos_codigo_unique" UNIQUE("codigo"),
	CONSTRAINT "arrepentimientos_clave_unique" UNIQUE("clave")
);
--> statement-breakpoint
CREATE INDEX "arrepentimientos_creado" ON "arrepentimientos" USING btree ("creado");
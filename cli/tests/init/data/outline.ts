import { Thing } from './thing';

/** A node of an outline: `{` in a comment is none. */
export interface Node<T = string> extends Base {
  readonly title: string;
  parent?: Node<T> | null;
  children: Node<T>[];
  tags: Set<string>
  marks: Record<string, Mark>;
  kind: 'node';
  state: 'open' | 'closed'
  at: { line: number; column: number };
  compare(other: Node<T>): number;
  onChange?: (node: Node<T>) => void;
  [key: string]: unknown;
}

interface Base { id: number; thing: Thing }

export type Level = "low" | "high";
export type Mark = Bold | Link;
type Maybe<T> = T | undefined;

export class Bold { constructor(private readonly level: Level, public next?: Bold) { this.x = `}`; } x = "a"; }

export abstract class Shape {
  static count: number = 0;
  #size = 3;
  protected around: Maybe<Shape>;
  get area(): number { return this.#size * 2; }
}

class Link extends Shape {
  target!: Node;
  rest: [Node, ...Shape[]] = [] as any;
  key: keyof Node;
}

declare enum Color { Red = 1, Green = "g" }

const skipped = { interface: 1, class: "x" };
function f(this: Window): void { if (skipped) { return; } }

export type Outline = Base & { root: Node; color: Color; lookup: Map<string, Node | undefined> };

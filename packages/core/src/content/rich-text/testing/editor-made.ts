/**
 * Output of each function of the editor's toolbar for the text `one two`, as it is sent to the server. Web tests check
 * that the editor produces it, server tests that sanitizing does not change it.
 */
export const EDITOR_MADE = {
  bold: "<p><strong>one two</strong></p>",
  italic: "<p><em>one two</em></p>",
  underline: "<p><u>one two</u></p>",
  strike: "<p><s>one two</s></p>",
  subscript: "<p><sub>one two</sub></p>",
  superscript: "<p><sup>one two</sup></p>",
  heading: "<h2>one two</h2>",
  bulletList: "<ul><li><p>one two</p></li></ul>",
  orderedList: "<ol><li><p>one two</p></li></ol>",
  quote: "<blockquote><p>one two</p></blockquote>",
  centre: '<p style="text-align: center">one two</p>',
  colour: '<p><span style="color: #e03131">one two</span></p>',
  size: '<p><span style="font-size: 18px">one two</span></p>',
  linkAway: '<p><a href="https://atlas.example.org/a?b=1">one two</a></p>',
  linkMail: '<p><a href="mailto:teacher@example.org">one two</a></p>',
  linkHere: '<p><a href="/s1/course2/">one two</a></p>',
  picture: '<p>one two<img src="/api/v2/attachment/5/file" alt="A kidney"></p>',
  table:
    "<table><tbody><tr><th><p></p></th><th><p></p></th></tr>" +
    "<tr><td><p></p></td><td><p></p></td></tr></tbody></table>",
} as const satisfies Record<string, string>;

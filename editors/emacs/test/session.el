;;; session.el --- A user, a spec and the server behind it -*- lexical-binding: t; -*-

;;; Commentary:

;; Run by `try', in batch.  Each test opens the spec of all editors' suites and speaks to `korrel lsp' by eglot.

;;; Code:

(require 'ert)
(require 'eglot)
(require 'flymake)
(require 'korrel-mode)

(setq-default case-fold-search nil)
(setq korrel-program (getenv "KORREL")
      eglot-connect-timeout 10
      eglot-sync-connect 10
      eglot-autoshutdown nil
      eglot-events-buffer-size 0
      make-backup-files nil
      create-lockfiles nil)

(defun session--await (what condition)
  "Wait for CONDITION at most ten seconds; WHAT is missing if it does not come."
  (let ((end (+ (float-time) 10)))
    (while (not (funcall condition))
      (when (> (float-time) end) (error "No %s came" what))
      (accept-process-output nil 0.05))))

(defun session--write (text)
  "Make TEXT that of the buffer, and tell the server."
  (erase-buffer)
  (insert text)
  (eglot--signal-textDocument/didChange))

(defun session--go (part &optional after)
  "Put the cursor on PART, or AFTER characters behind its beginning."
  (goto-char (point-min))
  (search-forward part)
  (goto-char (+ (match-beginning 0) (or after 0))))

(defmacro session--with (&rest body)
  "Evaluate BODY in the spec, with a server."
  (declare (indent 0))
  `(let ((buffer (find-file-noselect (expand-file-name "list.als" (getenv "KORREL_SESSION")))))
     (unwind-protect
         (with-current-buffer buffer
           (should (eq major-mode 'korrel-mode))
           (apply #'eglot--connect (eglot--guess-contact))
           (session--await "server" #'eglot-managed-p)
           (let* ((broken (buffer-string))
                  (mended (string-replace "nxt" "next" broken)))
             (ignore mended)
             ,@body))
       (with-current-buffer buffer
         (when (eglot-current-server) (eglot-shutdown (eglot-current-server)))
         (set-buffer-modified-p nil)
         (kill-buffer buffer)))))

(ert-deftest session-diagnostics ()
  "The mistake is there, at its place, and no longer after it is mended."
  (session--with
    (flymake-mode 1)
    (flymake-start)
    (session--await "mistake" #'flymake-diagnostics)
    (let ((found (flymake-diagnostics)))
      (should (= (length found) 1))
      (should (string-match-p "there is no name `nxt`" (flymake-diagnostic-text (car found))))
      (session--go "nxt")
      (should (= (flymake-diagnostic-beg (car found)) (point)))
      (should (= (flymake-diagnostic-end (car found)) (+ (point) 3))))
    (session--write mended)
    (session--await "end of the mistake" (lambda () (flymake-start) (null (flymake-diagnostics))))))

(ert-deftest session-hover ()
  (session--with
    (session--write mended)
    (session--go "l.head" 3)
    (let ((found (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                  (eglot--TextDocumentPositionParams))))
      (should (string-match-p "Node" (format "%S" (plist-get found :contents)))))))

(ert-deftest session-definition ()
  (session--with
    (session--write mended)
    (save-window-excursion
      (switch-to-buffer (current-buffer))
      (session--go "l.head" 3)
      (call-interactively #'xref-find-definitions)
      (should (= (line-number-at-pos) 2))
      (should (looking-at-p "head: lone Node")))))

(ert-deftest session-completion ()
  (session--with
    (session--write (string-replace "l.head.*next" "l.head." mended))
    (session--go "l.head." 7)
    (let* ((found (eglot-completion-at-point))
           (names (mapcar #'substring-no-properties (all-completions "" (nth 2 found)))))
      (should (member "key" names))
      (should (member "next" names))
      (should-not (member "head" names)))))

(ert-deftest session-rename ()
  (session--with
    (session--write mended)
    (session--go "next")
    (eglot-rename "behind")
    (should (equal (buffer-string) (string-replace "next" "behind" mended)))))

(ert-deftest session-format ()
  "The layout is that of the program."
  (session--with
    (session--write mended)
    (eglot-format-buffer)
    (let ((file (make-temp-file "korrel-" nil ".als" mended)))
      (unwind-protect
          (progn
            (should (= (call-process korrel-program nil nil nil "fmt" file) 0))
            (should-not (equal (buffer-string) mended))
            (should (equal (buffer-string) (with-temp-buffer (insert-file-contents file) (buffer-string)))))
        (delete-file file)))))

(ert-deftest session-show ()
  (session--with
    (session--write mended)
    (session--go "run sorted")
    (let ((page (korrel-show-instances)))
      (should (string-match "\\`http://127\\.0\\.0\\.1:[0-9]+/[0-9a-f]+/#0\\'" page))
      (with-current-buffer (url-retrieve-synchronously page)
        (goto-char (point-min))
        (should (looking-at "HTTP/1.1 200"))))))

(defun session--face (part)
  "The face of PART."
  (session--go part)
  (get-text-property (point) 'face))

(ert-deftest session-colours ()
  "Without a server: words, names and comments have their faces."
  (with-temp-buffer
    (insert "sig Inside { x: lone Inside } -- all\n/* no */ fact { inside not in x } // one\npred o/A.empty { }")
    (korrel-mode)
    (font-lock-ensure)
    (should (eq (session--face "sig") 'font-lock-keyword-face))
    (should (eq (session--face "Inside") 'font-lock-type-face))
    (should (eq (session--face "lone") 'font-lock-builtin-face))
    (should (eq (session--face "all") 'font-lock-comment-face))
    (should (eq (session--face "no */") 'font-lock-comment-face))
    (should (eq (session--face "fact") 'font-lock-keyword-face))
    (should (eq (session--face "inside") nil))
    (should (eq (session--face "not in") 'font-lock-keyword-face))
    (should (eq (session--face "one\n") 'font-lock-comment-face))
    (should (eq (session--face "empty") 'font-lock-function-name-face))))

(ert-deftest session-indentation ()
  (with-temp-buffer
    (insert "pred p {\nall x: A {\nsome x // {\n}\n}\n")
    (korrel-mode)
    (setq-local indent-tabs-mode nil)
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string) "pred p {\n  all x: A {\n    some x // {\n  }\n}\n"))))

(ert-deftest session-index ()
  (with-temp-buffer
    (insert "abstract sig A {}\npred p {}\n-- pred q {}\nfun f: A { A }\nfact named {}\n")
    (korrel-mode)
    (should (equal (mapcar (lambda (kind) (cons (car kind) (mapcar #'car (cdr kind))))
                           (cdr (imenu--make-index-alist)))
                   '(("Facts" "named") ("Functions" "f") ("Predicates" "p") ("Sigs" "A"))))))

;;; session.el ends here
